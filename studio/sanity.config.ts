import { codeInput } from "@sanity/code-input";
import { CheckmarkCircleIcon } from "@sanity/icons/CheckmarkCircle";
import { ThListIcon } from "@sanity/icons/ThList";
import { visionTool } from "@sanity/vision";
import { lazy } from "react";
import { defineConfig, definePlugin } from "sanity";
import { structureTool } from "sanity/structure";
import { administratorsNotice } from "./administrators-notice";
import { askAdministrator, isForAdministrators } from "./administrators-publish";
import { articleLength } from "./article-length";
import { DraftBadge, VisibilityBadge } from "./badges";
import { RegistrationMark, studioTitle } from "./brand";
import { embeddedLake } from "./embedded-lake";
import { buttonNames } from "./button-names";
import { dataset, isHosted, projectId } from "./environment";
import { iconChoice } from "./icon-choice";
import { lastInput } from "./last-input";
import { leftOffer } from "./left-offer";
import { escape } from "./escape";
import { newDocument } from "./new-document";
import { noSubmission } from "./no-submission";
import { openedBlock } from "./opened-block";
import { openedItem } from "./opened-item";
import { OpenPageAction } from "./open-page";
import { tabToFields } from "./tab-to-fields";
import { TextPlugins } from "./paste";
import { pastedLines } from "./pasted-lines";
import { previewTool } from "./preview";
import { promptText } from "./prompt-text";
import { publishAndRedirect } from "./publish-and-redirect";
import { publishNamedFields } from "./publish-named-fields";
import { publishReferenced } from "./publish-referenced";
import { publishTyped } from "./publish-typed";
import { administratorsPublish } from "../schemas/administrators-publish";
import { hasPage } from "../schemas/page-path";
import { studioTypes } from "./schema";
import { ReadableInput } from "./readable-value";
import { KeepOnLeaving, KeepTyped } from "./keep-typed";
import { ScheduledEditBadge, ScheduleEdit } from "./scheduled-edit";
import { thenShowDraft } from "./show-draft";
import { keepSingletons } from "./singletons";
import { defaultDocumentNode, structure } from "./structure";
import { tableGrid } from "./table-grid";
import { templates } from "./templates";
import { typedAfterSearch } from "./typed-after-search";
import { typedWhileLoading } from "./typed-while-loading";
import { uploadFailure } from "./upload-failure";
import { unlessUsed } from "./used-by";
import { words } from "./locale-strings";

/** Types without drafts, and those that only administrators publish. */
const unscheduled = new Set<string>(["notice", ...administratorsPublish]);

const documents = definePlugin({
  name: "documents",
  studio: { components: { layout: KeepOnLeaving } },
  document: {
    components: { unstable_layout: KeepTyped },
    badges: () => [DraftBadge, VisibilityBadge, ...(isHosted ? [] : [ScheduledEditBadge])],
    actions: (previous, context) => {
      const isPage = hasPage(context.schemaType);
      const actions = keepSingletons.actions(previous, context).map((action) => {
        if (isForAdministrators(context.schemaType, action.action, context.currentUser?.roles)) {
          return askAdministrator(action);
        }
        if (action.action === "delete") return unlessUsed(action);
        if (action.action === "unpublish") return thenShowDraft(unlessUsed(action));
        if (action.action !== "publish") return action;
        const publish = publishNamedFields(isPage ? publishAndRedirect(action) : action);
        return publishTyped(publishReferenced(publish));
      });
      // A hosted project has Sanity's own scheduling.
      const mayBeScheduled =
        !isHosted && !unscheduled.has(context.schemaType) && context.documentId !== undefined;
      return [
        ...actions,
        ...(mayBeScheduled ? [ScheduleEdit] : []),
        ...(isPage ? [OpenPageAction] : []),
      ];
    },
    newDocumentOptions: keepSingletons.newDocumentOptions,
  },
});

const tools = definePlugin({
  name: "tools",
  tools: [
    {
      name: "check",
      title: "Content check",
      icon: CheckmarkCircleIcon,
      component: lazy(() => import("./content-check")),
    },
    {
      name: "bulk",
      title: "Bulk actions",
      icon: ThListIcon,
      component: lazy(() => import("./bulk-actions")),
    },
  ],
});

export default defineConfig({
  ...(isHosted ? {} : embeddedLake),
  projectId,
  dataset,
  title: studioTitle,
  icon: RegistrationMark,
  schema: { types: studioTypes, templates },
  i18n: { bundles: words },
  form: { components: { input: ReadableInput, portableText: { plugins: TextPlugins } } },
  plugins: [
    structureTool({ title: "Content", structure, defaultDocumentNode }),
    previewTool,
    tools(),
    visionTool({ title: "Queries" }),
    codeInput(),
    documents(),
    articleLength(),
    iconChoice(),
    tableGrid(),
    lastInput(),
    leftOffer(),
    administratorsNotice(),
    buttonNames(),
    openedBlock(),
    openedItem(),
    newDocument(),
    noSubmission(),
    escape(),
    tabToFields(),
    typedAfterSearch(),
    typedWhileLoading(),
    pastedLines(),
    promptText(),
    uploadFailure(),
  ],
});
