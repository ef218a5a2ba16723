import { z } from "zod";
import {
  inquiryFields,
  maxLengths,
  missing,
  tooLong,
  wrongEmail,
  type Inquiry,
  type InquiryField,
  type ValidationErrors,
} from "./inquiry";

// A browser sends line breaks as CRLF and counts them as one character: so do we.
const line = (field: InquiryField) =>
  z
    .string()
    .transform((value) => value.replace(/\r\n?/g, "\n").trim())
    .pipe(z.string().max(maxLengths[field], tooLong(field)));

const required = (field: keyof typeof missing) =>
  line(field).pipe(z.string().min(1, missing[field]));

/**
 * The limits of the contact form. The pattern of an email address is the one browsers use for
 * `type="email"`.
 */
const bounds = z.object({
  name: required("name"),
  email: required("email").pipe(z.email({ pattern: z.regexes.html5Email, error: wrongEmail })),
  company: line("company"),
  subject: required("subject"),
  message: required("message"),
});

/** A complete inquiry, or the errors and what was sent, to be shown again. */
export type ParsedInquiry =
  | { inquiry: Inquiry; validationErrors: null; sent: null }
  | { inquiry: null; validationErrors: ValidationErrors; sent: Inquiry };

/** Reads the contact form. A field that is missing, or is a file, counts as empty. */
export function readInquiry(form: FormData): ParsedInquiry {
  const sent: Inquiry = { name: "", email: "", company: "", subject: "", message: "" };
  for (const field of inquiryFields) {
    const value = form.get(field);
    if (typeof value === "string") sent[field] = value;
  }
  const parsed = bounds.safeParse(sent);
  if (parsed.success) return { inquiry: parsed.data, validationErrors: null, sent: null };
  const { fieldErrors } = z.flattenError(parsed.error);
  const validationErrors: ValidationErrors = {};
  for (const field of inquiryFields) {
    const error = fieldErrors[field]?.[0];
    if (error) validationErrors[field] = error;
  }
  return { inquiry: null, validationErrors, sent };
}
