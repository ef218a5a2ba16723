import type { MailDraft } from "./mailto";

/** The fields of the contact form. */
export interface Enquiry {
  name: string;
  email: string;
  company: string;
  subject: string;
  message: string;
}

export type EnquiryField = keyof Enquiry;

/** The errors of a form, a sentence per field. */
export type ValidationErrors = Partial<Record<EnquiryField, string>>;

/** The fields in the order in which the form shows them. */
export const enquiryFields = ["name", "email", "company", "subject", "message"] as const;

/**
 * The maximum length of each field, in characters. The form and the server enforce the same
 * numbers.
 */
export const longest: Record<EnquiryField, number> = {
  name: 120,
  // The longest email address that mail can be sent to: RFC 5321 with its erratum 1690.
  email: 254,
  company: 120,
  subject: 200,
  message: 5000,
};

/** The form's errors for empty required fields. */
export const missing: Record<Exclude<EnquiryField, "company">, string> = {
  name: "Tell us your name.",
  email: "Enter the address that we should answer to.",
  subject: "Say in a few words what it is about.",
  message: "Write your message.",
};

export const wrongEmail = "Enter an e-mail address, such as name@company.example.";

/** The form's error for a field that is too long. */
export const tooLong = (field: EnquiryField) => `Keep it to ${longest[field]} characters.`;

/** The message of an enquiry in the visitor's mail program. */
export function enquiryMail({ name, email, company, subject, message }: Enquiry): MailDraft {
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
 * known: a stranger's link must not put text into the form.
 */
export function linkedSubject(parameter: string | null): string {
  return linkedSubjects.get(parameter ?? "") ?? "";
}
