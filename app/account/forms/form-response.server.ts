import type { Submission } from "@conform-to/react";
import { data } from "@remix-run/node";
import { AuthInvalidCredentialsError } from "@supabase/supabase-js";
import type { Answer } from "./form-failure";
import { explain, statusOf, type ServiceError } from "~/account/sign-in/auth-error-messages";

/** The client library's own refusal of credentials that are not all there, which the service never gets to see. */
export const missingCredentials = new AuthInvalidCredentialsError(
  "You must provide either an email or phone number and a password",
);

/** What a form never gets back, so that no page holds it. */
const secrets = ["password", "currentPassword", "code"];

/** Answers 400 to a form whose fields are malformed. */
export function malformed<Fields>(submission: Submission<Fields>) {
  const answer: Answer = { reply: submission.reply({ hideFields: secrets }), failure: null };
  return data(answer, 400);
}

/**
 * Answers a form that the auth service refused, in words, beside the field that they are about if it has one: 400, or 503
 * when the service is away.
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
  const answer: Answer = {
    reply: submission.reply({
      hideFields: secrets,
      ...(besideField && { fieldErrors: { [field]: [text] } }),
    }),
    failure: { title, description: text, besideField },
  };
  return data(answer, statusOf(error));
}
