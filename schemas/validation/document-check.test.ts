import { expect, test } from "vitest";
import { problemsOf } from "./document-check";

const good = { _id: "redirect-a", _type: "redirect", from: "/a", to: "/b", permanent: true };

test("a valid document has no problems", () => {
  expect(problemsOf(good)).toEqual([]);
});

/** The messages about a document, with their paths. */
const linesFor = (document: Record<string, unknown>) =>
  problemsOf(document).map(({ level, path, message }) => `${level} ${path}: ${message}`);

test.each([
  ["an unknown type", { ...good, _type: "detour" }, "error : There is no type detour."],
  ["an unknown field", { ...good, reason: "x" }, "error reason: The type has no such field."],
  [
    "an empty required field",
    { ...good, from: "" },
    "error from: Write the path that no longer exists.",
  ],
  [
    "a value of another type",
    { ...good, permanent: "yes" },
    "error permanent: This is not a boolean.",
  ],
  [
    "a value that breaks a pattern",
    { ...good, from: "a" },
    "error from: Begin with one / and leave out spaces, ? and #.",
  ],
  [
    "a path that browsers parse as another host",
    { ...good, from: "/\\host" },
    "error from: Begin with one / and leave out spaces, ? and #.",
  ],
  [
    "a URL that browsers parse as another host",
    { ...good, to: "/\\host" },
    "error to: Begin with / for this site or with https://.",
  ],
  [
    "a value that breaks a custom rule",
    { ...good, to: "/a" },
    "error to: It leads to itself: visitors would go round in circles.",
  ],
])("%s is a problem", (_, document, problem) => {
  expect(linesFor(document)).toContain(problem);
});

const plan = { _id: "plan-a", _type: "plan" };
const settings = { _id: "siteSettings", _type: "siteSettings" };
const row = { _type: "tableRow", _key: "r", cells: ["Size"] };
const table = { _type: "table", _key: "t", caption: "Sizes", rows: [row] };

test.each([
  ["a negative price", { ...plan, price: -5 }, "price: A price in dollars, 0 for free."],
  ["half a credit", { ...plan, credits: 2.5 }, "credits: Whole credits, 0 or more."],
  [
    "a country code of three letters",
    { ...settings, address: { countryCode: "USA" } },
    "address.countryCode: Two capital letters, such as US.",
  ],
  [
    "a lowercase country code",
    { ...settings, address: { countryCode: "us" } },
    "address.countryCode: Two capital letters, such as US.",
  ],
  [
    "an external link to a page of the site",
    { ...settings, links: { crafter: "/contact" } },
    "links.crafter: Begin with https://.",
  ],
  [
    "a link to a page without the leading slash",
    { ...plan, ctaLink: { href: "contact" } },
    "ctaLink.href: Begin with / for this site, or with https://, mailto: or tel:.",
  ],
  [
    "a link that browsers parse as another host",
    { ...plan, ctaLink: { href: "/\\host" } },
    "ctaLink.href: Begin with / for this site, or with https://, mailto: or tel:.",
  ],
  [
    "a button with two destinations",
    { ...plan, ctaLink: { href: "/contact", outside: "crafter" } },
    "ctaLink: The link leads to two places. Keep one and clear the other.",
  ],
  [
    "a table of one row",
    { _id: "post-a", _type: "post", content: [table] },
    "content[0].rows: A head and at least one row.",
  ],
  [
    "an empty text",
    { _id: "legal-a", _type: "legalPage", sections: [] },
    "sections: The page has no text.",
  ],
])("%s is an error with the form's message", (_, document, problem) => {
  expect(linesFor(document).filter((sentence) => sentence.endsWith(problem))).toEqual([
    `error ${problem}`,
  ]);
});

test("a second document of a singleton is an error, and the singleton's draft is not", () => {
  expect(linesFor({ ...settings, _id: "other" })).toContain(
    "error : The site reads another document of this kind, and never this one. Delete it.",
  );
  expect(linesFor({ ...settings, _id: "drafts.siteSettings" }).join()).not.toContain("another");
});

test("a violated recommendation is a warning", () => {
  const long = "A description that nobody reads on a card because it takes more than the two lines";
  expect(linesFor({ ...plan, description: long })).toContain(
    "warning description: Keep it under 80 characters: two lines.",
  );
  expect(linesFor({ ...plan, description: "Short" }).join()).not.toContain("description");
});

test.each([
  ["nothing", undefined],
  ["a title alone", { title: "Offer" }],
  ["an empty description", { description: " " }],
])("a page whose own texts describe it nowhere lacks one for search engines: %s", (_, seo) => {
  const problem =
    "error seo.description: Write a description: search engines show it under the page’s title.";
  expect(linesFor({ _id: "page-a", _type: "page", seo })).toContain(problem);
  const described = { ...seo, description: "What we offer." };
  expect(linesFor({ _id: "page-a", _type: "page", seo: described })).not.toContain(problem);
  expect(linesFor({ _id: "legal-a", _type: "legalPage", seo })).not.toContain(problem);
});

test("problems are found inside lists and named types", () => {
  const faq = { _id: "faq-a", _type: "faq", question: "Why?" };
  const link = { _type: "link", _key: "l", href: "nowhere" };
  const block = { _type: "block", _key: "b", style: "normal", children: [], markDefs: [link] };
  expect(linesFor({ ...faq, answer: [] })).toEqual(["error answer: The question has no answer."]);
  expect(linesFor({ ...faq, answer: [{ ...block, _key: undefined }] })).toContain(
    "error answer: An entry has no _key.",
  );
  expect(linesFor({ ...faq, answer: [block, block] })).toContain(
    "error answer: Two entries have one _key.",
  );
  expect(linesFor({ ...faq, answer: [{ _type: "table", _key: "t" }] })).toEqual([
    "error answer[0]: The list does not accept table.",
  ]);
  const navigation = [{ _type: "callToAction", _key: "a", label: "Away" }];
  expect(linesFor({ ...settings, navigation })).toContain(
    "error navigation[0].destination: The link leads nowhere. Choose a page, or enter a path or URL.",
  );
});
