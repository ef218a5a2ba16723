import { z } from "zod";
import {
  enquiryFields,
  longest,
  missing,
  tooLong,
  wrongEmail,
  type Enquiry,
  type EnquiryField,
  type ValidationErrors,
} from "./enquiry";

// A browser sends line breaks as CRLF and counts them as one character: so do we.
const line = (field: EnquiryField) =>
  z
    .string()
    .transform((value) => value.replace(/\r\n?/g, "\n").trim())
    .pipe(z.string().max(longest[field], tooLong(field)));

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

/** A complete enquiry, or the errors and what was sent, to be shown again. */
export type EnquiryReading =
  | { enquiry: Enquiry; validationErrors: null; sent: null }
  | { enquiry: null; validationErrors: ValidationErrors; sent: Enquiry };

/** Reads the contact form. A field that is missing, or is a file, counts as empty. */
export function readEnquiry(form: FormData): EnquiryReading {
  const sent: Enquiry = { name: "", email: "", company: "", subject: "", message: "" };
  for (const field of enquiryFields) {
    const value = form.get(field);
    if (typeof value === "string") sent[field] = value;
  }
  const parsed = bounds.safeParse(sent);
  if (parsed.success) return { enquiry: parsed.data, validationErrors: null, sent: null };
  const { fieldErrors } = z.flattenError(parsed.error);
  const validationErrors: ValidationErrors = {};
  for (const field of enquiryFields) {
    const mistake = fieldErrors[field]?.[0];
    if (mistake) validationErrors[field] = mistake;
  }
  return { enquiry: null, validationErrors, sent };
}
