import type { DocumentPluginOptions } from "sanity";
import { singletonTypes } from "../schemas";

const singletons = new Set<string>(singletonTypes);

/** Without delete, duplicate and unpublish: pages of the site are built from these documents. */
const allowedActions = new Set<string | undefined>(["publish", "discardChanges", "restore"]);

/** Keeps the documents of which there is exactly one from being made twice, copied or removed. */
export const keepSingletons = {
  actions: (previous, { schemaType }) =>
    singletons.has(schemaType)
      ? previous.filter(({ action }) => allowedActions.has(action))
      : previous,
  newDocumentOptions: (previous) =>
    previous.filter(({ templateId }) => !singletons.has(templateId)),
} satisfies DocumentPluginOptions;
