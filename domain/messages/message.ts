import { z } from "zod";
import { isPlain, isVisible } from "@domain/accounts/plain-text";

/** Links in one message: a resume has some, advertisements have more. */
const maxLinks = 5;

const maxLines = 200;

/** The database takes no text that begins with a thousand of them. */
const maxBrackets = 500;

const plainly =
  "Write it without invisible characters, and without those that change the direction of writing.";

/** A line of a message. A tab is a space, as in the browser. */
const isPlainLine = (line: string) => isPlain(line.replaceAll("\t", " "));

/** One line: a line break in a subject would begin another header of the mail. */
const line = z.string().refine(isPlain, plainly);

const visibleLine = line.refine(isVisible, "Write it with letters or figures.");

/**
 * A message that may be stored, beyond the lengths of the form. What programs write for others, such
 * as headers and hidden characters, is refused.
 */
export const messageFields = z.object({
  name: visibleLine,
  email: line,
  company: line,
  subject: visibleLine,
  message: z
    .string()
    .refine((text) => text.split("\n").length <= maxLines, `Keep it to ${maxLines} lines.`)
    .refine((text) => text.split("\n").every(isPlainLine), plainly)
    .refine(isVisible, "Write your message.")
    .refine(
      (text) => (text.match(/https?:\/\/|www\./gi) ?? []).length <= maxLinks,
      `Keep it to ${maxLinks} links.`,
    )
    .refine(
      (text) => (text.match(/[[{]/g) ?? []).length <= maxBrackets,
      `Keep it to ${maxBrackets} brackets.`,
    ),
});

export type MessageFields = z.infer<typeof messageFields>;
