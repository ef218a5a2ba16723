import { expect, test } from "vitest";
import { mailtoUrl } from "./mailto";

const read = (address: string) => {
  const { protocol, pathname, search } = new URL(address);
  // Not searchParams: a mail program takes "+" for a plus, where a form takes it for a space.
  const headers = search
    .slice(1)
    .split("&")
    .map((header) => header.split("=", 2).map(decodeURIComponent));
  return { protocol, to: decodeURIComponent(pathname), headers };
};

test("the mailto: URL contains exactly the text that was written", () => {
  const address = mailtoUrl("hello@platen.example", {
    subject: "A & B = 100 % + more?",
    body: "First line\nSecond line\r\nÜmläut 印刷",
  });
  expect(read(address)).toEqual({
    protocol: "mailto:",
    to: "hello@platen.example",
    headers: [
      ["subject", "A & B = 100 % + more?"],
      ["body", "First line\r\nSecond line\r\nÜmläut 印刷"],
    ],
  });
});

test("field values cannot add headers or recipients", () => {
  const address = mailtoUrl("hello@platen.example", {
    subject: "Hi&bcc=everyone@evil.example\r\nCc: them@evil.example",
    body: "?cc=me@evil.example",
  });
  expect(read(address).headers.map(([name]) => name)).toEqual(["subject", "body"]);
  expect(address).not.toMatch(/[\r\n ]/);
});

test("a message without a body has only a subject", () => {
  expect(mailtoUrl("jobs@platen.example", { subject: "Hello" })).toBe(
    "mailto:jobs@platen.example?subject=Hello",
  );
});
