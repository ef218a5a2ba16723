import { expect, test } from "vitest";
import { enquiryMail, linkedSubject } from "./enquiry";

const enquiry = {
  name: "Nora Newcomer",
  email: "nora@paper.example",
  company: "Paper & Sons",
  subject: "A question",
  message: "How many pages\ncan one call merge?",
};

test("the mail lists who writes, for whom, and what", () => {
  expect(enquiryMail(enquiry)).toEqual({
    subject: "A question",
    body: [
      "Name: Nora Newcomer",
      "Email: nora@paper.example",
      "Company: Paper & Sons",
      "",
      "Message:",
      "How many pages\ncan one call merge?",
      "",
    ].join("\n"),
  });
});

test("without a company the mail says N/A", () => {
  expect(enquiryMail({ ...enquiry, company: "" }).body).toContain("\nCompany: N/A\n");
});

test("the subjects of our own links become words", () => {
  expect(linkedSubject("GeneralApplication")).toBe("General Application");
  expect(linkedSubject("SecurityInquiry")).toBe("Security Inquiry");
});

test.each([null, "", "generalapplication", "Your account is blocked", "__proto__"])(
  "any other subject is left out: %j",
  (parameter) => expect(linkedSubject(parameter)).toBe(""),
);
