import { storable } from "@domain/database/storable-text";

/** Why a change is made, as the audit log records it. */
export const reason = storable(500);

/** The same where a change takes something away from a user. */
export const reasonGiven = reason.refine(
  (text) => text !== "",
  "Enter a reason. It is recorded in the audit log.",
);
