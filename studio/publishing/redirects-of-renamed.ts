import type { Action, SanityClient } from "@sanity/client";
import { draftIdOf, publishedIdOf } from "../../schemas/edits/draft-ids";
import { pagePath } from "../../schemas/paths/page-path";
import { planRedirects } from "../../schemas/paths/redirects-after-rename";
import type { RedirectRule } from "../../schemas/paths/redirect-rules";

/**
 * The lake's actions, in one transaction, to publish a document whose URL changes: the document
 * itself, the redirect from its old URL, and the redirects affected by it. The site follows them in
 * app/content/redirects/redirects.server.ts.
 *
 * @param draft the document as the editor sees it: when someone changes it in the meantime, nothing
 *   is done
 * @throws when a redirect that would have to change has a draft, which would be published with it
 */
export async function publishAndRedirectActions(
  client: Pick<SanityClient, "fetch">,
  draft: { _id: string; _rev: string },
  { from, to }: { from: string; to: string },
): Promise<Action[]> {
  const redirects = await client.fetch<(RedirectRule & { draft: string | null })[]>(
    `*[_type == "redirect" && !(_id in path("drafts.**"))]{
      "id": _id, from, to, "draft": *[_id == "drafts." + ^._id][0]._id
    }`,
    {},
    { perspective: "raw" },
  );
  const { write, repoint, remove } = planRedirects(from, to, redirects);
  const changed = new Set([...repoint.map(({ id }) => id), write.id]);
  const unfinished = redirects.find(({ id, draft }) => changed.has(id) && draft);
  if (unfinished) {
    throw new Error(
      `The redirect from ${unfinished.from} has to change too, and has changes that nobody has published. Publish or discard those first.`,
    );
  }
  const publish = (publishedId: string): Action => ({
    actionType: "sanity.action.document.publish",
    draftId: draftIdOf(publishedId),
    publishedId,
  });
  const change = (publishedId: string, set: { to: string; permanent?: boolean }): Action[] => [
    {
      actionType: "sanity.action.document.edit",
      draftId: draftIdOf(publishedId),
      publishedId,
      patch: { set },
    },
    publish(publishedId),
  ];
  return [
    {
      actionType: "sanity.action.document.publish",
      draftId: draft._id,
      publishedId: publishedIdOf(draft._id),
      ifDraftRevisionId: draft._rev,
    },
    ...remove.map((publishedId): Action => ({
      actionType: "sanity.action.document.delete",
      publishedId,
      includeDrafts: redirects.flatMap(({ id, draft }) => (id === publishedId && draft) || []),
    })),
    ...repoint.flatMap(({ id, to }) => change(id, { to })),
    ...(write.isNew
      ? [
          {
            actionType: "sanity.action.document.create" as const,
            publishedId: write.id,
            attributes: {
              _id: draftIdOf(write.id),
              _type: "redirect",
              from: write.from,
              to: write.to,
              permanent: true,
            },
            ifExists: "fail" as const,
          },
          publish(write.id),
        ]
      : change(write.id, { to: write.to, permanent: true })),
  ];
}

/**
 * The URLs before and after publishing, when they differ. Anchors are not pages that could move.
 */
export function urlChangeOf(
  published: Parameters<typeof pagePath>[0],
  draft: Parameters<typeof pagePath>[0],
) {
  const from = pagePath(published);
  const to = pagePath(draft);
  return from && to && from !== to && !from.includes("#") ? { from, to } : null;
}
