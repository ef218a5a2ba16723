import type { SubmissionResult } from "@conform-to/react";

/** The auth service's refusal: the toast's title, and its description. */
export interface Failure {
  title: string;
  description: string;
  /** Whether a field shows the description already. */
  besideField: boolean;
  /** Whether fields are marked as wrong. */
  marksFields?: boolean;
}

/** The response of an account form's action: the fields as they were, and the service's refusal. */
export interface FormResult {
  reply: SubmissionResult<string[]>;
  failure: Failure | null;
}
