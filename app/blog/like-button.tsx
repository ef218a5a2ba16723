import { Form, useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useToast } from "~/toasts/toasts";
import { Button } from "~/ui/button";
import { formatNumber } from "~/ui/format/format-number";
import { Icon } from "~/ui/icon";
import type { likeAction } from "./like-action.server";
import type { Likes } from "./engagement.server";

/**
 * Like, and take it back. A cached page does not know what its reader likes, and no script can read
 * the cookie: the browser remembers the articles that it has liked.
 *
 * @param earlier likes of an earlier site, as editors have entered them
 */
export function LikeButton({
  article,
  likes: { count, liked: known },
  earlier,
}: {
  article: string;
  likes: Likes;
  earlier: number;
}) {
  const { pathname } = useLocation();
  const { toast } = useToast();
  const fetcher = useFetcher<typeof likeAction>();
  // Whether the count contains the reader's like, and whether they like it now.
  const [counted, setCounted] = useState(known ?? false);
  const [liked, setLiked] = useState(counted);
  const answer = fetcher.data;

  useEffect(() => {
    const remembered = known ?? isRemembered(article);
    setCounted(remembered);
    setLiked(remembered);
    // Another count is a newer one, which contains what the reader has done.
  }, [article, known, count]);

  useEffect(() => {
    if (!answer) return;
    setLiked(answer.liked);
    remember(article, answer.liked);
    if (answer.refused) {
      toast({
        title: "Like not counted",
        description:
          "Your network has sent too many likes for this article today. Try again tomorrow.",
        variant: "destructive",
      });
    }
  }, [answer, article, toast]);

  const total = Math.max(count + earlier + Number(liked) - Number(counted), liked ? 1 : 0);

  return (
    <Form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        setLiked(!liked);
        void fetcher.submit(
          { intent: liked ? "unlike" : "like" },
          { method: "post", action: pathname },
        );
      }}
    >
      <input type="hidden" name="intent" value="toggle" />
      <Button type="submit" variant="ghost" size="sm" aria-pressed={liked}>
        <Icon
          name="heart"

          className={liked ? "text-mark" : undefined}
        />
        Like {total > 0 && <span className="font-mono text-faint">{formatNumber(total)}</span>}
      </Button>
    </Form>
  );
}

const keyOf = (article: string) => `liked:${article}`;

/** False, too, where the browser stores nothing. */
function isRemembered(article: string): boolean {
  try {
    return localStorage.getItem(keyOf(article)) !== null;
  } catch {
    return false;
  }
}

function remember(article: string, liked: boolean) {
  try {
    if (liked) localStorage.setItem(keyOf(article), "");
    else localStorage.removeItem(keyOf(article));
  } catch {
    // The button shows it until the page is left.
  }
}
