import { expect, test } from "vitest";
import { maxLengths, missing, tooLong, wrongEmail } from "./inquiry";
import { readInquiry } from "./read-inquiry.server";

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

test("a complete form is read, and the company is optional", () => {
  expect(readInquiry(form(whole)).inquiry).toEqual(whole);
});

test("every empty required field is reported, and the input is returned", () => {
  const { validationErrors, sent } = readInquiry(form({ company: "Paper & Sons" }));
  expect(validationErrors).toEqual(missing);
  expect(sent).toMatchObject({ company: "Paper & Sons", name: "" });
});

test("whitespace counts as empty", () => {
  expect(readInquiry(form({ ...whole, message: " \r\n " })).validationErrors).toEqual({
    message: missing.message,
  });
});

test.each(["nora", "nora@", "@paper.example", "a b@paper.example", "x\ny@paper.example"])(
  "%j is not an email address",
  (email) => {
    expect(readInquiry(form({ ...whole, email })).validationErrors).toEqual({ email: wrongEmail });
  },
);

test("a field may have its maximum length, with a line break counted once, and no more", () => {
  const message = "a\r\n".repeat(maxLengths.message / 2 - 1) + "az";
  expect(readInquiry(form({ ...whole, message })).validationErrors).toBeNull();
  const subject = "s".repeat(maxLengths.subject + 1);
  expect(readInquiry(form({ ...whole, subject })).validationErrors).toEqual({
    subject: tooLong("subject"),
  });
});

test("a file in place of a text counts as empty", () => {
  const data = form({ ...whole, name: new Blob(["x"]) });
  expect(readInquiry(data).validationErrors).toEqual({ name: missing.name });
});
