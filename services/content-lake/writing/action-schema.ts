import { z } from "zod";
import { patchOperations } from "./mutation-schema";

const attributes = z.record(z.string(), z.unknown());
const id = z.string();
const purge = z.boolean().optional();
const named = <Name extends string>(name: Name) => z.literal(`sanity.action.document.${name}`);

/**
 * https://www.sanity.io/docs/http-actions, as @sanity/client 7.28 types and the Studio 5.31 sends
 * them.
 */
export const action = z.discriminatedUnion("actionType", [
  z.object({
    actionType: named("create"),
    publishedId: id,
    attributes,
    ifExists: z.enum(["fail", "ignore"]).default("fail"),
  }),
  z.object({ actionType: named("replaceDraft"), publishedId: id, attributes }),
  z.object({
    actionType: named("edit"),
    draftId: id.optional(),
    versionId: id.optional(),
    publishedId: id,
    patch: patchOperations,
  }),
  z.object({
    actionType: named("publish"),
    draftId: id.optional(),
    versionId: id.optional(),
    publishedId: id,
    ifDraftRevisionId: z.string().optional(),
    ifPublishedRevisionId: z.string().optional(),
  }),
  z.object({ actionType: named("unpublish"), draftId: id, publishedId: id }),
  z.object({ actionType: named("discard"), draftId: id, purge }),
  z.object({
    actionType: named("delete"),
    publishedId: id,
    includeDrafts: z.array(id).default([]),
    purge,
  }),
  z.object({
    actionType: named("version.create"),
    publishedId: id,
    document: attributes.optional(),
    baseId: id.optional(),
    versionId: id.optional(),
    ifBaseRevisionId: z.string().optional(),
  }),
  z.object({ actionType: named("version.discard"), versionId: id, purge }),
  z.object({ actionType: named("version.replace"), document: attributes }),
  z.object({ actionType: named("version.unpublish"), versionId: id, publishedId: id }),
]);

export type Action = z.infer<typeof action>;
