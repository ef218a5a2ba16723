import type { Document } from "../document";
import { applyOperations } from "../writing/patch";
import type { PatchOperations } from "../writing/patch-operations";

/** The fields that every document has. */
export const base = { _id: "a", _type: "thing", _rev: "1", _createdAt: "2026", _updatedAt: "2026" };

/** The document after a patch, and the patches that listeners get for it. */
export function apply(before: Document, operations: PatchOperations) {
  const steps = applyOperations(before, operations);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
