import { data, redirect, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { AdministrationError } from "@domain/administration/administration-error";
import { readForm, textFields } from "~/account/forms/read-form.server";
import { requireFreshSignIn } from "~/account/session/guards.server";
import { flashToast } from "~/toasts/flash-toast.server";

/**
 * The response to a form of the administration when nothing was done: the errors, and what was
 * typed.
 */
export interface ChangeResult {
  /** Which form it was. */
  intent: string;
  /** The error of the form as a whole. */
  message: string | null;
  /** The errors of its fields, by their names. */
  errors: Record<string, string[] | undefined>;
  typed: Record<string, string>;
}

/** The message about what a change has done, and the page to go to. */
interface Done {
  title: string;
  description?: string;
  to: string;
}

/**
 * Makes the change that a form requests, and throws the redirect to its outcome. Requires a fresh
 * sign-in first; so the caller must have checked that the user is an administrator.
 *
 * @param fields of the form
 * @param change makes the change; a {@link AdministrationError} that it throws becomes the response
 * @returns the response to a form that is malformed or was refused
 */
export async function changeByForm<Fields>(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  fields: z.ZodType<Fields>,
  change: (input: Fields) => Promise<Done>,
) {
  const typed = textFields(await readForm(request));
  const parsed = fields.safeParse(typed);
  if (!parsed.success) return malformedChange(typed, parsed.error);
  await requireFreshSignIn(context.session, request, typedIn(typed));
  let done: Done;
  try {
    done = await change(parsed.data);
  } catch (error) {
    return refusedChange(typed, error);
  }
  const { title, description = "", to } = done;
  await flashToast(context.responseHeaders, { title, description, variant: "success" });
  throw redirect(to);
}

/**
 * What is filled in once someone has signed in again: what was typed, not the version it replaces.
 */
function typedIn(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "version"));
}

/** Responds with 400 to a form whose fields are malformed. */
function malformedChange(typed: Record<string, string>, error: z.ZodError) {
  const { fieldErrors, formErrors } = z.flattenError(error);
  const result: ChangeResult = {
    intent: typed.intent ?? "",
    message: formErrors[0] ?? null,
    errors: fieldErrors,
    typed,
  };
  return data(result, 400);
}

/** Responds to a form whose change was refused; any other error is rethrown. */
function refusedChange(typed: Record<string, string>, error: unknown) {
  if (!(error instanceof AdministrationError)) throw error;
  const result: ChangeResult = {
    intent: typed.intent ?? "",
    message: error.message,
    errors: {},
    typed,
  };
  return data(result, error.status);
}
