import type { DocumentPluginOptions } from "sanity";
import { singletonTypes } from "../schemas";

const singletons = new Set<string>(singletonTypes);

/** Without delete, duplicate and unpublish: pages of the site are built from these documents. */
const ofTheOne = new Set<string | undefined>(["publish", "discardChanges", "restore"]);

/** The actions for a second one, which a script or an old link created. */
const ofAnother = new Set<string | undefined>(["discardChanges", "delete"]);

/** @returns a predicate for the names of a document's remaining actions */
export const allowedActions =
  (type: string, id: string | undefined) =>
  (action: string | undefined): boolean =>
    !singletons.has(type) || (id === undefined || id === type ? ofTheOne : ofAnother).has(action);

/** Keeps the documents of which there is exactly one from being made twice, copied or removed. */
export const keepSingletons = {
  actions: (previous, { schemaType, documentId }) => {
    const isAllowed = allowedActions(schemaType, documentId);
    return previous.filter(({ action }) => isAllowed(action));
  },
  newDocumentOptions: (previous) =>
    previous.filter(({ templateId }) => !singletons.has(templateId)),
} satisfies DocumentPluginOptions;
