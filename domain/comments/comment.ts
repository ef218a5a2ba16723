import { z } from "zod";
import { isPlain, isVisible } from "@domain/accounts/plain-text";

/** The maximum number of characters of a comment. */
const maxCharacters = 2_000;

/** Links in one comment: advertisements have more. */
const maxLinks = 2;

const maxLines = 60;

/** The database takes no text that begins with a thousand of them. */
const maxBrackets = 500;

/** Pieces of `code` in one comment: each is an element of the page. */
const maxCodes = 20;

const plainly =
  "Write it without invisible characters, and without those that change the direction of writing.";

/** A line of a comment. A tab is a space, as in the browser. */
const isPlainLine = (line: string) => isPlain(line.replaceAll("\t", " "));

/** What a visitor types into the form of a comment. */
export const commentFields = z.object({
  name: z
    .string()
    .trim()
    .min(1, "Enter your name.")
    .max(80, "Keep it to 80 characters.")
    .refine((name) => isPlain(name), plainly)
    .refine(isVisible, "Enter your name."),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(320, "Keep it to 320 characters.")
    .refine(
      (email) => email === "" || z.email().safeParse(email).success,
      "Enter an email address, or none.",
    )
    .transform((email) => email || null),
  comment: z
    .string()
    .transform((text) =>
      text
        .replace(/\r\n?/g, "\n")
        .replace(/\n{3,}/g, "\n\n")
        .trim(),
    )
    .pipe(
      z
        .string()
        .min(1, "Write a comment.")
        .max(maxCharacters, "Keep it to 2,000 characters.")
        .refine((text) => text.split("\n").length <= maxLines, `Keep it to ${maxLines} lines.`)
        .refine((text) => text.split("\n").every(isPlainLine), plainly)
        .refine((text) => isVisible(text), "Write a comment.")
        .refine(
          (text) => (text.match(/https?:\/\/|www\./gi) ?? []).length <= maxLinks,
          `Keep it to ${maxLinks} links.`,
        )
        .refine(
          (text) => (text.match(/[[{]/g) ?? []).length <= maxBrackets,
          `Keep it to ${maxBrackets} brackets.`,
        )
        .refine(
          (text) => (text.match(/`/g) ?? []).length <= 2 * maxCodes,
          `Keep it to ${maxCodes} pieces of code.`,
        ),
    ),
});

export type CommentFields = z.infer<typeof commentFields>;
