import { expect, test } from "vitest";
import { csvLine } from "./csv";

test("a line of fields", () => {
  expect(csvLine(["Nora", 'the "one"', 7, null, "a,b\nc"])).toBe(
    '"Nora","the ""one""",7,,"a,b\nc"\r\n',
  );
});

test.each([
  '=HYPERLINK("http://evil.example")',
  "+1",
  "-1+1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "  =1",
  "＝1",
])("%j is no formula any more", (text) => {
  expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`);
});

test.each(["Nora-Jane", "a@b.example", "1=1", ""])("%j stays as it is", (text) => {
  expect(csvLine([text])).toBe(`"${text}"\r\n`);
});
