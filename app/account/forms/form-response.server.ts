import type { Submission } from "@conform-to/react";
import { data } from "@remix-run/node";
import { AuthInvalidCredentialsError } from "@supabase/supabase-js";
import type { FormResult, Failure } from "./form-failure";
import { explain, statusOf, type ServiceError } from "~/account/sign-in/auth-error-messages";

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
 * Responds to a form that the auth service refused, with the reason beside its field if it has one:
 * 400, or 503 when the service is unavailable.
 *
 * @param title the toast's title
 */
export function refused<Fields>(
  submission: Submission<Fields>,
  title: string,
  error: ServiceError,
) {
  const { text, field } = explain(error);
  const besideField = field !== undefined && field in submission.payload;
  const result: FormResult = {
    reply: submission.reply({
      hideFields: secrets,
      ...(besideField && { fieldErrors: { [field]: [text] } }),
    }),
    failure: { title, description: text, besideField },
  };
  return data(result, statusOf(error));
}
