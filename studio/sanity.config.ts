import { codeInput } from "@sanity/code-input";
import { CheckmarkCircleIcon } from "@sanity/icons/CheckmarkCircle";
import { ThListIcon } from "@sanity/icons/ThList";
import { visionTool } from "@sanity/vision";
import { lazy } from "react";
import { defineConfig, definePlugin } from "sanity";
import { structureTool } from "sanity/structure";
import { administratorsNotice } from "./publishing/administrators-notice";
import { askAdministrator, isForAdministrators } from "./publishing/administrators-publish";
import { articleLength } from "./fields/article-length";
import { DraftBadge, HidingBadge, VisibilityBadge } from "./publishing/badges";
import { RegistrationMark, studioTitle } from "./brand";
import { correctedDate } from "./fields/corrected-date";
import { embeddedLake } from "./lake/embedded-lake";
import { lines } from "./typing/text/lines";
import { buttonNames } from "./typing/keys/button-names";
import { dataset, isHosted, projectId } from "./environment";
import { iconChoice } from "./fields/icon-choice";
import { lastInput } from "./unsaved/last-input";
import { unsavedOffer } from "./unsaved/offer-unsaved";
import { escape } from "./typing/focus/escape-closes-dialog";
import { chosenReference } from "./typing/keys/chosen-reference";
import { jumpedField } from "./typing/opening/jumped-field";
import { openedMessage } from "./typing/opening/opened-message";
import { preserveFocus } from "./typing/focus/preserve-focus";
import { linkByKeyboard } from "./typing/keys/link-by-keyboard";
import { newDocument } from "./typing/opening/new-document";
import { openedForm } from "./typing/opening/opened-form";
import { preventSubmission } from "./typing/focus/prevent-submission";
import { openedBlock } from "./typing/opening/opened-block";
import { openedItem } from "./typing/opening/opened-item";
import {
  applyEditsToDeletedDraft,
  sendEditsOfDeletedDraft,
} from "./publishing/edits-of-deleted-draft";
import { OpenPageAction } from "./publishing/open-page";
import { tabToFields } from "./typing/focus/tab-to-fields";
import { typedOnGenerate } from "./typing/keys/typed-on-generate";
import { TextPlugins } from "./pasting/paste";
import { pastedLines } from "./pasting/pasted-lines";
import { previewTool } from "./preview/preview";
import { promptText } from "./typing/text/prompt-text";
import { disabledOffline } from "./publishing/disabled-offline";
import { publishAndRedirect } from "./publishing/publish-and-redirect";
import { duplicateWithoutUnique } from "./publishing/duplicate-without-unique";
import { explainBlockedPublish } from "./publishing/explain-blocked-publish";
import { publishReferenced } from "./publishing/publish-referenced";
import { publishTyped } from "./publishing/publish-typed";
import { administratorsPublish } from "../schemas/administrators-publish";
import { hasPage } from "../schemas/paths/page-path";
import { studioTypes } from "./schema";
import { ReadableInput } from "./fields/readable-value";
import { KeepOnLeaving, KeepTyped } from "./unsaved/keep-typed";
import { ScheduledEditBadge, ScheduleEdit } from "./publishing/scheduled-edit";
import { thenShowDraft } from "./publishing/show-draft";
import { keepSingletons } from "./singletons";
import { defaultDocumentNode, structure } from "./lists/structure";
import { tableGrid } from "./tables/table-grid";
import { templates } from "./templates";
import { removalInNewText } from "./typing/text/removal-in-new-text";
import { redoneBlocks } from "./typing/text/redone-blocks";
import { typedAfterSearch } from "./typing/opening/typed-after-search";
import { unfinishedTag } from "./typing/keys/unfinished-tag";
import { typedWhileLoading } from "./typing/opening/typed-while-loading";
import { undoInField } from "./typing/keys/undo-in-field";
import { priceAsShown } from "./fields/price-as-shown";
import { unfinishedNumber } from "./fields/unfinished-number";
import { undoDeletion } from "./publishing/undo-deletion";
import { undoRemoval } from "./fields/undo-removal";
import { uploadFailure } from "./fields/upload-failure";
import { unlessUsed } from "./used-by";
import { words } from "./locale-strings";

/** Types without drafts, and those that only administrators publish. */
const unscheduled = new Set<string>(["notice", ...administratorsPublish]);

const documents = definePlugin({
  name: "documents",
  studio: { components: { layout: KeepOnLeaving } },
  document: {
    components: { unstable_layout: KeepTyped },
    badges: () => [
      DraftBadge,
      VisibilityBadge,
      HidingBadge,
      ...(isHosted ? [] : [ScheduledEditBadge]),
    ],
    actions: (previous, context) => {
      const isPage = hasPage(context.schemaType);
      const actions = keepSingletons.actions(previous, context).map((action) => {
        if (isForAdministrators(context.schemaType, action.action, context.currentUser?.roles)) {
          return askAdministrator(action);
        }
        if (action.action === "duplicate") return duplicateWithoutUnique(action);
        if (action.action === "delete") return disabledOffline(undoDeletion(unlessUsed(action)));
        if (action.action === "unpublish")
          return disabledOffline(thenShowDraft(unlessUsed(action)));
        if (action.action === "discardChanges") return disabledOffline(action);
        if (action.action !== "publish") return action;
        const publish = explainBlockedPublish(isPage ? publishAndRedirect(action) : action);
        return disabledOffline(publishTyped(publishReferenced(publish)));
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
      component: lazy(() => import("./lists/bulk-actions")),
    },
  ],
});

applyEditsToDeletedDraft();
sendEditsOfDeletedDraft();

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
    correctedDate(),
    iconChoice(),
    tableGrid(),
    lastInput(),
    unsavedOffer(),
    administratorsNotice(),
    buttonNames(),
    chosenReference(),
    openedBlock(),
    openedItem(),
    newDocument(),
    openedForm(),
    preventSubmission(),
    priceAsShown(),
    escape(),
    jumpedField(),
    openedMessage(),
    preserveFocus(),
    linkByKeyboard(),
    tabToFields(),
    typedOnGenerate(),
    typedAfterSearch(),
    typedWhileLoading(),
    undoInField(),
    undoRemoval(),
    redoneBlocks(),
    removalInNewText(),
    unfinishedNumber(),
    unfinishedTag(),
    lines(),
    pastedLines(),
    promptText(),
    uploadFailure(),
  ],
});
