import { expect, test } from "vitest";
import { csvLine } from "./csv";

test("escapes a line of fields", () => {
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
])("%j is not exported as a formula", (text) => {
  expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`);
});

test.each([
  ["M;=HYPERLINK(A1);x", "M;'=HYPERLINK(A1);x"],
  ["a, +1", "a,' +1"],
  ["a\t-1", "a\t'-1"],
  ["a|@SUM(A1)", "a|'@SUM(A1)"],
  ["=1;=1", "'=1;'=1"],
  ["a;＝1", "a;'＝1"],
  ["a;;=1", "a;;'=1"],
  ['a;"=1', `a;'""=1`],
  ["a\n=1", "a\n'=1"],
])("%j is not a formula either where another separator is expected", (text, field) => {
  expect(csvLine([text])).toBe(`"${field}"\r\n`);
});

test.each(["Nora-Jane", "a@b.example", "1=1", ""])("%j is exported unchanged", (text) => {
  expect(csvLine([text])).toBe(`"${text}"\r\n`);
});
