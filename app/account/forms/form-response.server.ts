import type { Submission } from "@conform-to/react";
import { data } from "@remix-run/node";
import { AuthInvalidCredentialsError } from "@supabase/supabase-js";
import type { FormResult, Failure } from "./form-failure";
import { explain, statusOf, type ServiceError } from "@domain/auth-service/auth-error-messages";

/** The client library's own refusal of incomplete credentials, which never reach the service. */
export const missingCredentials = new AuthInvalidCredentialsError(
  "You must provide either an email or phone number and a password",
);

/** What is never sent back to a form, so that no page contains it. */
const secrets = ["password", "currentPassword", "code"];

/** Responds with 400 to a form whose fields are malformed. */
export function malformed<Fields>(submission: Submission<Fields>) {
  const result: FormResult = { reply: submission.reply({ hideFields: secrets }), failure: null };
  return data(result, 400);
}

/** The auth service's refusal, for a form without a field that it could be about. */
export const failureOf = (title: string, error: ServiceError): Failure => ({
  title,
  description: explain(error).text,
  besideField: false,
});

/**
 * Responds to a form that the auth service refused, with the reason beside its field if it has one,
 * and with the fields marked that were left empty or may be wrong: the toast disappears. 400, or
 * 503 when the service is unavailable.
 *
 * @param title the toast's title
 */
export function refused<Fields extends object>(
  submission: Submission<Fields>,
  title: string,
  error: ServiceError,
) {
  const { text, field } = explain(error);
  const besideField = field !== undefined && field in submission.payload;
  const marks = besideField ? { [field]: [text] } : marksOf(submission, error);
  const result: FormResult = {
    reply: submission.reply({ hideFields: secrets, fieldErrors: marks }),
    failure: { title, description: text, besideField, marksFields: Object.keys(marks).length > 0 },
  };
  return data(result, statusOf(error));
}

/** The messages of the form's own fields that were left empty, or that may be wrong. */
function marksOf<Fields extends object>(submission: Submission<Fields>, error: ServiceError) {
  const value = submission.status === "success" ? { ...submission.value } : {};
  const fields = new Map<string, unknown>(Object.entries(value));
  const marks =
    error === missingCredentials
      ? Object.entries(emptyFields).filter(([name]) => fields.get(name) === "")
      : Object.entries(explain(error).suspects ?? {}).filter(([name]) => fields.has(name));
  return Object.fromEntries(marks.map(([name, message]) => [name, [message]]));
}

const emptyFields = { email: "Enter an email address.", password: "Enter a password." };
