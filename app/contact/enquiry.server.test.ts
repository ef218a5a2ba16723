import { expect, test } from "vitest";
import { longest, missing, tooLong, wrongEmail } from "./enquiry";
import { readEnquiry } from "./enquiry.server";

const whole = {
  name: "Nora Newcomer",
  email: "nora@paper.example",
  company: "",
  subject: "A question",
  message: "Hello.",
};

function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

test("a whole form is read, and company may stay empty", () => {
  expect(readEnquiry(form(whole)).enquiry).toEqual(whole);
});

test("every required field that is empty is named, and what was written stays", () => {
  const { validationErrors, sent } = readEnquiry(form({ company: "Paper & Sons" }));
  expect(validationErrors).toEqual(missing);
  expect(sent).toMatchObject({ company: "Paper & Sons", name: "" });
});

test("blanks alone are nothing", () => {
  expect(readEnquiry(form({ ...whole, message: " \r\n " })).validationErrors).toEqual({
    message: missing.message,
  });
});

test.each(["nora", "nora@", "@paper.example", "a b@paper.example", "x\ny@paper.example"])(
  "%j is no address",
  (email) => {
    expect(readEnquiry(form({ ...whole, email })).validationErrors).toEqual({ email: wrongEmail });
  },
);

test("a field may be as long as it says, a line break counting once, and no longer", () => {
  const message = "a\r\n".repeat(longest.message / 2 - 1) + "az";
  expect(readEnquiry(form({ ...whole, message })).validationErrors).toBeNull();
  const subject = "s".repeat(longest.subject + 1);
  expect(readEnquiry(form({ ...whole, subject })).validationErrors).toEqual({
    subject: tooLong("subject"),
  });
});

test("a file in place of a text is an empty field", () => {
  const data = form({ ...whole, name: new Blob(["x"]) });
  expect(readEnquiry(data).validationErrors).toEqual({ name: missing.name });
});
