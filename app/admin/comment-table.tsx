import { Link } from "@remix-run/react";
import { commentStateNames, type CommentState } from "@domain/comments/comment-list";
import { Badge } from "~/ui/badge";
import { Checkbox } from "~/ui/checkbox";
import { TimeAgo } from "~/ui/time-ago";
import { DataTable, type Column } from "./data-table";

/** A comment as the page gets it. */
export interface CommentTableRow {
  id: string;
  name: string;
  email: string | null;
  /** The account that wrote it. */
  hasAccount: boolean;
  text: string;
  state: CommentState;
  createdAt: Date | string;
  /** Whether it replies to another comment. */
  isReply: boolean;
  /** The path and title of the article; null for one that is not there. */
  article: { path: string; title: string } | null;
}

const tones = { pending: "highlight", approved: "good", rejected: "neutral", spam: "bad" } as const;

const link =
  "text-foreground underline decoration-line-strong underline-offset-4 hover:decoration-action";

const columns: Column<CommentTableRow>[] = [
  {
    label: "Select",
    hidden: true,
    beside: true,
    cell: ({ id, name }) => (
      <Checkbox
        name="id"
        value={id}
        aria-label={`Select the comment of ${name}`}
        className="align-middle"
      />
    ),
  },
  {
    label: "Author",
    cell: ({ name, email, hasAccount }) => (
      <>
        <span className="font-medium">{name}</span>
        <span className="block text-muted">{hasAccount ? "Has an account" : email}</span>
      </>
    ),
  },
  {
    label: "Comment",
    cell: ({ text, article, isReply }) => (
      <>
        <p className="wrap-anywhere whitespace-pre-wrap text-muted">{text}</p>
        <p className="mt-2 text-faint">
          {isReply ? "Reply on " : "On "}
          {article ? (
            <Link to={article.path} className={link}>
              {article.title}
            </Link>
          ) : (
            "an article that no longer exists"
          )}
        </p>
      </>
    ),
  },
  {
    label: "Status",
    cell: ({ state }) => <Badge tone={tones[state]}>{commentStateNames[state]}</Badge>,
  },
  {
    label: "Sent",
    cell: ({ createdAt }) => (
      <span className="text-muted">
        <TimeAgo at={createdAt} />
      </span>
    ),
  },
];

/** Comments, with a box each, named `id`, for the form around the table. */
export function CommentTable({
  comments,
  empty,
}: {
  comments: readonly CommentTableRow[];
  empty: string;
}) {
  return (
    <DataTable
      label="Comments"
      columns={columns}
      rows={comments}
      keyOf={({ id }) => id}
      empty={empty}
    />
  );
}
