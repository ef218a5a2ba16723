import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { chosenComments, commentFilter, decisions } from "@domain/comments/comment-list";
import { listComments } from "@domain/comments/comment-list.server";
import { moderate } from "@domain/comments/moderate.server";
import { readFilter } from "~/account/forms/read-filter.server";
import { readForm } from "~/account/forms/read-form.server";
import { requireAdmin } from "~/account/session/guards.server";
import { CommentFilterForm } from "~/admin/comment-filter-form";
import { CommentTable } from "~/admin/comment-table";
import { Pager } from "~/ui/pager";
import { SectionHead } from "~/admin/section-head";
import { SelectionForm } from "~/admin/selection-form";
import { commentsChanged } from "~/blog/engagement-tags.server";
import { articleTitlesQuery } from "~/content/queries/post";
import { readPublished } from "~/content/reading/read.server";
import { pageMeta } from "~/seo/meta";
import { flashToast } from "~/toasts/flash-toast.server";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/field";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Comments",
    description: "Comments from visitors.",
    path: "/admin/comments",
    index: false,
  });

/** Comments on one page, all of which one decision may take. */
const maxRows = 50;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const moderator = await requireAdmin(context.session, request, "comments.moderate");
  const filter = readFilter(request, commentFilter);
  const { comments, next } = await listComments(moderator, filter, maxRows);
  const ids = [...new Set(comments.map(({ article }) => article))].sort();
  const articles = await readPublished(articleTitlesQuery, { ids });
  const { q, state, article } = filter;
  return {
    filter: { q, state, article },
    comments: comments.map(({ id, name, email, userId, text, state, createdAt, ...rest }) => {
      const on = articles.find(({ _id }) => _id === rest.article);
      return {
        ...{ id, name, email, text, state, createdAt },
        hasAccount: userId !== null,
        isReply: rest.parent !== null,
        article: on?.slug ? { path: `/blog/${on.slug}`, title: on.title ?? on.slug } : null,
      };
    }),
    next,
  };
}

const decision = z.enum(["approve", "reject", "spam", "delete"]);

const done = {
  approve: "approved",
  reject: "rejected",
  spam: "marked as spam",
  delete: "deleted",
} as const;

export async function action({ request, context }: ActionFunctionArgs) {
  const moderator = await requireAdmin(context.session, request, "comments.moderate");
  const form = await readForm(request);
  const intent = decision.safeParse(form.get("intent"));
  const ids = chosenComments.safeParse(form.getAll("id"));
  if (!intent.success) return data({ problem: "That form is incomplete." }, 400);
  if (!ids.success) return data({ problem: ids.error.issues[0]?.message ?? null }, 400);
  const { changed, articles } = await moderate(moderator, ids.data, intent.data);
  commentsChanged(articles);
  const counted = changed === 1 ? "1 comment" : `${changed} comments`;
  await flashToast(context.responseHeaders, {
    title: changed > 0 ? `${counted} ${done[intent.data]}` : "Nothing to change",
    description:
      changed > 0
        ? "The articles are up to date."
        : "Another moderator was faster. The list is up to date now.",
    variant: changed > 0 ? "success" : "default",
  });
  const { pathname, search } = new URL(request.url);
  throw redirect(pathname + search);
}

export default function AdminComments() {
  const { filter, comments, next } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const waiting = filter.state === "pending" && !filter.q && !filter.article;
  return (
    <section aria-labelledby="comments">
      <SectionHead
        id="comments"
        title="Comments"
        lead="Comments from visitors. Only approved ones appear on the site."
      />
      <CommentFilterForm filter={filter} />
      <div className="mt-5 empty:hidden">
        <FormError>{problem}</FormError>
      </div>
      <SelectionForm
        // Another list has other boxes.
        key={comments.map(({ id, state }) => id + state).join()}
        method="post"
        total={comments.length}
        buttons={(count) =>
          Object.entries(decisions).map(([value, text]) => (
            <Button
              key={value}
              type="submit"
              name="intent"
              value={value}
              size="sm"
              variant={count > 0 && value === "approve" ? "default" : "secondary"}
            >
              {text}
            </Button>
          ))
        }
      >
        <CommentTable
          comments={comments}
          empty={waiting ? "No comments are waiting for approval." : "No matching comments."}
        />
      </SelectionForm>
      <Pager next={next} />
    </section>
  );
}
