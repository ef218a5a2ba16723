import type { MouseEvent } from "react";
import { ComingSoonForm } from "~/coming-soon/coming-soon";
import { useToast } from "~/toasts/toasts";
import { buttonVariants } from "~/ui/button-variants";
import { Button } from "~/ui/button";
import { formatNumber } from "~/ui/format/format-number";
import { Icon } from "~/ui/icon";
import type { Engagement } from "./engagement.server";
import { LikeButton } from "./like-button";
import { shareUrl, type Network } from "./share";

interface PostActionsProps {
  article: { id: string; likes: number; comments: number };
  engagement: Engagement;
  /** The page's absolute URL and title, to be shared. */
  page: { url: string; title: string };
}

const networks: { network: Network; name: string; glyph: string }[] = [
  { network: "twitter", name: "Twitter", glyph: "M4 4l16 16M20 4L4 20" },
  {
    network: "linkedin",
    name: "LinkedIn",
    glyph: "M5 10v10M5 5v.5M11 20V10M11 14c0-2.500 1.500-4 4-4s4 1.500 4 4v6",
  },
  { network: "facebook", name: "Facebook", glyph: "M16 4h-2a3 3 0 0 0-3 3v13M7.500 12h7" },
];

/** Like, Comments, Print and Share. */
export function PostActions({ article, engagement, page }: PostActionsProps) {
  const { likes, comments } = engagement;
  const { toast } = useToast();

  function share(event: MouseEvent<HTMLAnchorElement>) {
    // A separate small window; where the browser blocks it, the link opens a tab.
    const opened = window.open(event.currentTarget.href, "share", "width=600,height=520");
    if (opened) event.preventDefault();
  }

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(page.url);
      toast({ title: "Link Copied!", description: "Article URL copied to clipboard." });
    } catch {
      toast({ title: "Error", description: "Could not copy link.", variant: "destructive" });
    }
  }

  return (
    <div
      data-print="hide"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-y border-line py-3"
    >
      <div className="flex gap-1">
        {likes && (
          <LikeButton key={article.id} article={article.id} likes={likes} earlier={article.likes} />
        )}
        {!(likes && comments) && (
          <ComingSoonForm label="Opinions" className="flex gap-1">
            {!likes && (
              <Button type="submit" variant="ghost" size="sm">
                <Icon name="heart" />
                Like <span className="font-mono text-faint">{article.likes}</span>
              </Button>
            )}
            {!comments && (
              <Button type="submit" variant="ghost" size="sm">
                <Icon name="message-square" />
                Comments <span className="font-mono text-faint">{article.comments}</span>
              </Button>
            )}
          </ComingSoonForm>
        )}
        {comments && (
          <a href="#comments" className={buttonVariants({ variant: "ghost", size: "sm" })}>
            <Icon name="message-square" />
            Comments{" "}
            {comments.total > 0 && (
              <span className="font-mono text-faint">{formatNumber(comments.total)}</span>
            )}
          </a>
        )}
      </div>
      <div className="flex items-center gap-1">
        <Button
          variant="ghost"
          size="sm"
          data-noscript="hide"
          aria-label="Print"
          onClick={() => window.print()}
        >
          <Icon name="printer" />
          <span className="max-sm:hidden">Print</span>
        </Button>
        <span aria-hidden className="ml-2 text-sm text-faint max-sm:hidden">
          Share
        </span>
        <ul aria-label="Share" className="flex gap-1">
          {networks.map(({ network, name, glyph }) => (
            <li key={network}>
              <a
                href={shareUrl(network, page)}
                target="_blank"
                rel="noopener noreferrer"
                onClick={share}
                aria-label={`Share on ${name}`}
                className={buttonVariants({ variant: "ghost", size: "sm" })}
              >
                <svg
                  aria-hidden
                  viewBox="0 0 24 24"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2"
                  strokeLinecap="round"
                >
                  <path d={glyph} />
                </svg>
              </a>
            </li>
          ))}
          <li data-noscript="hide">
            <Button variant="ghost" size="sm" aria-label="Copy the link" onClick={copyLink}>
              <Icon name="link-2" />
            </Button>
          </li>
        </ul>
      </div>
    </div>
  );
}
