import { expect, test } from "vitest";
import { problemsOf } from "./document-check";

const good = { _id: "redirect-a", _type: "redirect", from: "/a", to: "/b", permanent: true };

test("a document that its schema describes has no problems", () => {
  expect(problemsOf(good)).toEqual([]);
});

test.each([
  ["an unknown type", { ...good, _type: "detour" }, "unknown type"],
  ["a field that the type does not have", { ...good, reason: "x" }, "reason is not a field"],
  ["an empty required field", { ...good, from: "" }, "from is missing"],
  ["a value of another type", { ...good, permanent: "yes" }, "permanent is not a boolean"],
  ["a value that breaks a pattern", { ...good, from: "a" }, "from does not match"],
  ["a value that breaks a custom rule", { ...good, to: "/a" }, "It leads to itself"],
])("%s is a problem", (_, document, problem) => {
  expect(problemsOf(document).join("\n")).toContain(problem);
});

test("problems are found inside lists and named types", () => {
  const faq = { _id: "faq-a", _type: "faq", question: "Why?" };
  const link = { _type: "link", _key: "l", href: "nowhere" };
  const block = { _type: "block", _key: "b", style: "normal", children: [], markDefs: [link] };
  expect(problemsOf({ ...faq, answer: [] }).join()).toContain("answer is missing");
  expect(problemsOf({ ...faq, answer: [{ ...block, _key: undefined }] }).join()).toContain(
    "an entry without _key",
  );
  expect(problemsOf({ ...faq, answer: [block, block] }).join()).toContain("a _key twice");
  expect(problemsOf({ ...faq, answer: [{ _type: "table", _key: "t" }] }).join()).toContain(
    "which the list does not take",
  );
  const menu = [{ _type: "callToAction", _key: "a", label: "Away" }];
  expect(
    problemsOf({ _id: "siteSettings", _type: "siteSettings", navigation: menu }).join(),
  ).toContain("A button has to lead somewhere");
});
