import { BufferedDocument, Mutation } from "@sanity/mutator";
import { isDraftId } from "sanity";

type Doc = NonNullable<ReturnType<Mutation["apply"]>>;

/** What the documents contained that were deleted, as a draft is when it is published. */
const deleted = new Map<string, Doc>();

/**
 * Applies an edit that is in flight, while someone publishes the draft it belongs to, to what that
 * draft contained: the lake makes the next draft of it, and reports that a moment later. Sanity's
 * form applied the edit to no document, and was replaced by an error page; what waited behind the
 * edit was lost.
 */
export function applyEditsToDeletedDraft(): void {
  const { apply } = Mutation.prototype;
  Mutation.prototype.apply = function (document) {
    if (document === null && !this.appliesToMissingDocument()) {
      const before = deleted.get(editedDocument(this) ?? "");
      return before ? apply.call(this, before) : null;
    }
    const result = apply.call(this, document);
    if (document && !result) deleted.set(document._id, document);
    if (!document && result) deleted.delete(result._id);
    return result;
  };
}

/**
 * Sends the edits that wait when someone publishes the draft they belong to, as if they had been in
 * flight. Sanity's form discarded them: of a sentence that was typed while another tab published,
 * a second of letters was missing, or all of it.
 */
export function sendEditsOfDeletedDraft(): void {
  const { handleDocumentDeleted } = BufferedDocument.prototype;
  BufferedDocument.prototype.handleDocumentDeleted = function () {
    const isDraft = this.LOCAL !== null && isDraftId(this.LOCAL._id);
    if (!isDraft) return handleDocumentDeleted.call(this);
    // One that the lake refuses is reported by the form.
    if (this.buffer.hasChanges()) this.commit().catch(() => {});
  };
}

function editedDocument({ mutations }: Mutation): string | undefined {
  const patch = mutations.find((mutation) => mutation.patch)?.patch;
  return patch && "id" in patch ? patch.id : undefined;
}
