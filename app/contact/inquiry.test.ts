import { expect, test } from "vitest";
import { inquiryMail, linkedSubject } from "./inquiry";

const inquiry = {
  name: "Nora Newcomer",
  email: "nora@paper.example",
  company: "Paper & Sons",
  subject: "A question",
  message: "How many pages\ncan one call merge?",
};

test("the mail lists name, company and message", () => {
  expect(inquiryMail(inquiry)).toEqual({
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

test("the mail says N/A without a company", () => {
  expect(inquiryMail({ ...inquiry, company: "" }).body).toContain("\nCompany: N/A\n");
});

test("subjects of the site's own links become readable", () => {
  expect(linkedSubject("GeneralApplication")).toBe("General Application");
  expect(linkedSubject("SecurityInquiry")).toBe("Security Inquiry");
});

test.each([null, "", "generalapplication", "Your account is blocked", "__proto__"])(
  "any other subject is ignored: %j",
  (parameter) => expect(linkedSubject(parameter)).toBe(""),
);
