const bundle = (namespace: string, resources: Record<string, string>) => ({
  locale: "en-US",
  namespace,
  resources,
});

/**
 * Our own texts where Sanity's do not help an editor: they refer to the browser's console, or show
 * an error that does not say what to do.
 */
export const words = [
  bundle("presentation", {
    // On a narrow screen the form and the page are tabs, under our own names: Sanity's are those of
    // its tools.
    "narrow-tabs.content-tab.label": "Content",
    "narrow-tabs.preview-tab.label": "Preview",
    "preview-frame.status_timeout": "The page is not responding to the Studio.",
  }),
  bundle("studio", {
    "asset-sources.common.uploader.upload-failed.description":
      "Something went wrong in the Studio. Reload the page and upload the file again.",
    "presence.no-one-else-description":
      "People appear here while they are in the Studio. Administrators invite them at /admin.",
    // The lake records both as the removal of a draft.
    "timeline.operation.draft-discarded": "Draft scheduled or discarded",
    "timeline.operation.draft-discarded_timestamp":
      "Draft scheduled or discarded: {{timestamp, datetime}}",
    // Imported documents never had a draft, and Sanity calls every such change a live edit.
    "timeline.operation.edited-live": "Updated",
    "timeline.operation.edited-live_timestamp": "Updated: {{timestamp, datetime}}",
  }),
  bundle("structure", {
    // Sanity has this text in another bundle than the one in which its button looks for it.
    "changes.action.close-label": "Close history",
    "confirm-delete-dialog.confirm-anyway-button.text_delete":
      "Try anyway (refused while it is in use)",
    "panes.document-operation-results.operation-error":
      "This did not work ({{context}}), and nothing that you wrote is lost. Publish what the document refers to, where that is a draft, and try again.",
    "panes.document-operation-results.operation-success_discardChanges":
      "The changes were discarded. History still has them.",
    // Sanity's names the document by the title before, which a deleted one does not have.
    "panes.document-operation-results.operation-success_restore": "The revision was restored",
    // Sanity's names the document whose form was open before.
    "panes.document-operation-results.operation-success_unpublish":
      "Unpublished: visitors no longer see it. Its draft is kept.",
  }),
  bundle("validation", {
    "object.not-reference": "Nothing is chosen here. Choose a document from the list.",
    "object.reference-not-published":
      "This leads to a draft. Open it and publish it first: until then this document cannot be published.",
  }),
];
