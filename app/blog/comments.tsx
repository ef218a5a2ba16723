import { Link, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { PublicComment } from "@domain/comments/threads.server";
import { Button } from "~/ui/button";
import { formatDate } from "~/ui/format/format-date";
import { PageLinks } from "~/ui/page-links";
import type { CommentReply } from "./comment-action.server";
import { commentParts } from "./comment-text";
import type { Discussion } from "./engagement.server";
import { WriteComment } from "./write-comment";

interface CommentsProps {
  discussion: Discussion;
  /** Whether editors have closed them. */
  closed: boolean;
  /** What became of the comment that was sent. */
  reply: CommentReply | undefined;
  /** The comment that the URL replies to, without scripts. */
  replyTo: string | null;
  /** The name of a signed-in user. */
  name: string | undefined;
}

/** The path of a page of an article's comments. */
const pagePath = (pathname: string, page: number) =>
  page === 1 ? pathname : `${pathname}?comments=${page}`;

/** The comments of an article, with a form to add one. */
export function Comments({ discussion, closed, reply, replyTo, name }: CommentsProps) {
  const { threads, total, available } = discussion;
  const [chosen, setChosen] = useState(reply?.parent || replyTo);
  const { pathname } = useLocation();
  const path = pagePath(pathname, discussion.page);
  useEffect(() => {
    if (reply?.stored) setChosen(null);
  }, [reply]);
  const parent = threads.find(({ id }) => id === chosen) ?? null;
  return (
    <section id="comments" aria-labelledby="comments-title" data-print="hide">
      <h2 id="comments-title" className="text-2xl font-semibold tracking-tight">
        {total === 0 ? "Comments" : total === 1 ? "1 Comment" : `${total} Comments`}
      </h2>
      {!available && <p className="mt-4 text-muted">Comments cannot be shown at present.</p>}
      {threads.length > 0 && (
        <ol className="mt-6 grid gap-5">
          {threads.map(({ replies, ...comment }) => (
            <li key={comment.id}>
              <Comment comment={comment} path={path} onReply={closed ? undefined : setChosen} />
              {replies.length > 0 && (
                <ol
                  aria-label={`Replies to ${comment.name}`}
                  className="mt-5 grid gap-5 border-l border-line pl-5"
                >
                  {replies.map((each) => (
                    <li key={each.id}>
                      <Comment comment={each} path={path} />
                    </li>
                  ))}
                </ol>
              )}
            </li>
          ))}
        </ol>
      )}
      <PageLinks
        label="Pages of comments"
        page={discussion.page}
        last={discussion.pages}
        to={(page) => `${pagePath(pathname, page)}#comments`}
      />
      <div className="mt-10">
        {closed ? (
          <p className="text-muted">Comments on this article are closed.</p>
        ) : (
          <WriteComment
            reply={reply}
            name={name}
            parent={parent}
            onCancel={() => setChosen(null)}
            path={path}
          />
        )}
      </div>
    </section>
  );
}

function Comment({
  comment: { id, name, text, createdAt },
  path,
  onReply,
}: {
  comment: PublicComment;
  path: string;
  onReply?: (id: string) => void;
}) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-faint">
        <strong className="font-semibold text-foreground">{name}</strong>
        <time dateTime={createdAt.toISOString()}>
          {formatDate(createdAt.toISOString().slice(0, 10))}
        </time>
      </p>
      <p className="mt-2 wrap-anywhere whitespace-pre-wrap text-muted">
        <CommentText text={text} />
      </p>
      {onReply && (
        <Button asChild variant="link" size="sm">
          <Link
            to={`${path}${path.includes("?") ? "&" : "?"}reply=${id}#leave-a-comment`}
            rel="nofollow"
            aria-label={`Reply to ${name}`}
            onClick={(event) => {
              event.preventDefault();
              onReply(id);
              document.querySelector<HTMLElement>("[name=comment]")?.focus();
            }}
          >
            Reply
          </Link>
        </Button>
      )}
    </>
  );
}

function CommentText({ text }: { text: string }) {
  return commentParts(text).map(({ kind, text: part }, index) =>
    kind === "code" ? (
      <code
        key={index}
        className="rounded-md bg-surface-3 px-1.5 py-0.5 font-mono text-[0.875em] text-foreground"
      >
        {part}
      </code>
    ) : kind === "link" ? (
      <a
        key={index}
        href={part}
        rel="ugc nofollow noopener noreferrer"
        className="text-action underline decoration-action/40 underline-offset-4 transition-colors hover:decoration-action"
      >
        {part}
      </a>
    ) : (
      part
    ),
  );
}
