import type { MailDraft } from "./mailto";

/** The fields of the contact form. */
export interface Inquiry {
  name: string;
  email: string;
  company: string;
  subject: string;
  message: string;
}

export type InquiryField = keyof Inquiry;

/** The errors of a form, a sentence per field. */
export type ValidationErrors = Partial<Record<InquiryField, string>>;

/** The fields in the order in which the form shows them. */
export const inquiryFields = ["name", "email", "company", "subject", "message"] as const;

/**
 * The maximum length of each field, in characters. The form and the server enforce the same
 * numbers.
 */
export const maxLengths: Record<InquiryField, number> = {
  name: 120,
  // The longest email address that mail can be sent to: RFC 5321 with its erratum 1690.
  email: 254,
  company: 120,
  subject: 200,
  message: 5000,
};

/** The form's errors for empty required fields. */
export const missing: Record<Exclude<InquiryField, "company">, string> = {
  name: "Tell us your name.",
  email: "Enter the email address that we should reply to.",
  subject: "Say in a few words what it is about.",
  message: "Write your message.",
};

export const wrongEmail = "Enter an email address, such as name@company.example.";

/** The form's error for a field that is too long. */
export const tooLong = (field: InquiryField) => `Keep it to ${maxLengths[field]} characters.`;

/** The message of an inquiry in the visitor's mail program. */
export function inquiryMail({ name, email, company, subject, message }: Inquiry): MailDraft {
  return {
    subject,
    body: `Name: ${name}\nEmail: ${email}\nCompany: ${company || "N/A"}\n\nMessage:\n${message}\n`,
  };
}

const linkedSubjects: ReadonlyMap<string, string> = new Map([
  ["GeneralApplication", "General Application"],
  ["SecurityInquiry", "Security Inquiry"],
]);

/**
 * The initial subject, for the `subject` parameter that links to this page carry. Only ours are
 * known: a link from someone else must not put text into the form.
 */
export function linkedSubject(parameter: string | null): string {
  return linkedSubjects.get(parameter ?? "") ?? "";
}
