import { expect, test } from "vitest";
import { messageFields } from "./message";

const message = {
  name: "Nora Newcomer",
  email: "nora@paper.example",
  company: "",
  subject: "A question",
  message: "How many pages\n\tcan one call merge? https://paper.example",
};

/** The fields that are refused when these values are in the place of good ones. */
const refused = (values: Partial<typeof message>) => {
  const { error } = messageFields.safeParse({ ...message, ...values });
  return error?.issues.map(({ path }) => path[0]) ?? [];
};

test("a message of several lines, with a link, may be stored", () => {
  expect(refused({})).toEqual([]);
  expect(refused({ name: "نورا", subject: "سؤال", message: "می‌خواهم" })).toEqual([]);
});

test.each(["name", "email", "company", "subject"] as const)(
  "a line break in %s is refused: in a mail it would begin another header",
  (field) => {
    expect(refused({ [field]: "Nora\nBcc: all@paper.example" })).toContain(field);
    expect(refused({ [field]: "Nora\r\nBcc: all@paper.example" })).toContain(field);
  },
);

test.each([
  ["a name that shows nothing", { name: "\u3164" }],
  ["a subject of spaces alone", { subject: "\u2800" }],
  ["a name in the other direction", { name: "\u202eroN" }],
  ["a text with a control", { message: "Hello\u0007" }],
  ["six links", { message: "https://a.example ".repeat(6) }],
  ["201 lines", { message: "a\n".repeat(200) + "a" }],
  ["501 brackets", { message: "[".repeat(501) }],
])("%s is refused", (_, values) => {
  expect(refused(values)).toEqual(Object.keys(values));
});
