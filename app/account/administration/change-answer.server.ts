import { data } from "@remix-run/node";
import { z } from "zod";
import { Refusal } from "./administration.server";

/** What the administration's forms get back when nothing was done: what was wrong, and what was typed. */
export interface ChangeAnswer {
  /** Which form it was. */
  intent: string;
  /** What is wrong with it as a whole. */
  message: string | null;
  /** What is wrong with its fields, by their names. */
  errors: Record<string, string[] | undefined>;
  typed: Record<string, string>;
}

/** The fields of a form that hold text, by their names; of several with one name, the last. */
export const textFields = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

/** What may travel in an address while somebody signs in again: what was typed, not what it was typed over. */
export function typedIn(fields: Record<string, string>): Record<string, string> {
  const typed = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "version"));
  return JSON.stringify(typed).length > 2_000 ? {} : typed;
}

/** Answers 400 to a form whose fields are malformed. */
export function malformedChange(typed: Record<string, string>, error: z.ZodError) {
  const { fieldErrors, formErrors } = z.flattenError(error);
  const answer: ChangeAnswer = {
    intent: typed.intent ?? "",
    message: formErrors[0] ?? null,
    errors: fieldErrors,
    typed,
  };
  return data(answer, 400);
}

/** Answers a form whose change was refused, in words; anything else that went wrong is thrown on. */
export function refusedChange(typed: Record<string, string>, error: unknown) {
  if (!(error instanceof Refusal)) throw error;
  const answer: ChangeAnswer = {
    intent: typed.intent ?? "",
    message: error.message,
    errors: {},
    typed,
  };
  return data(answer, error.status);
}
