import { expect, test } from "vitest";
import { problemsOf } from "./document-check";

const good = { _id: "redirect-a", _type: "redirect", from: "/a", to: "/b", permanent: true };

test("a document that its schema describes has no problems", () => {
  expect(problemsOf(good)).toEqual([]);
});

/** The messages about a document, with their paths. */
const said = (document: Record<string, unknown>) =>
  problemsOf(document).map(({ level, path, message }) => `${level} ${path}: ${message}`);

test.each([
  ["an unknown type", { ...good, _type: "detour" }, "error : There is no type detour."],
  [
    "a field that the type does not have",
    { ...good, reason: "x" },
    "error reason: The type has no such field.",
  ],
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
    "error from: Begin with one / and leave out ? and #.",
  ],
  [
    "a path that browsers read as another host",
    { ...good, from: "/\\host" },
    "error from: Begin with one / and leave out ? and #.",
  ],
  [
    "an address that browsers read as another host",
    { ...good, to: "/\\host" },
    "error to: Begin with / for this site or with https://.",
  ],
  [
    "a value that breaks a custom rule",
    { ...good, to: "/a" },
    "error to: It leads to itself: visitors would go round.",
  ],
])("%s is a problem", (_, document, problem) => {
  expect(said(document)).toContain(problem);
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
    "a country code in small letters",
    { ...settings, address: { countryCode: "us" } },
    "address.countryCode: Two capital letters, such as US.",
  ],
  [
    "an outside link to a page of the site",
    { ...settings, links: { crafter: "/contact" } },
    "links.crafter: Begin with https://.",
  ],
  [
    "a link to a page without the slash",
    { ...plan, ctaLink: { href: "contact" } },
    "ctaLink.href: Begin with / for this site, or with https://, mailto: or tel:.",
  ],
  [
    "a link that browsers read as another host",
    { ...plan, ctaLink: { href: "/\\host" } },
    "ctaLink.href: Begin with / for this site, or with https://, mailto: or tel:.",
  ],
  [
    "a button with two addresses",
    { ...plan, ctaLink: { href: "/contact", outside: "crafter" } },
    "ctaLink: The link leads to two places. Keep one address and clear the other.",
  ],
  [
    "a table of one row",
    { _id: "post-a", _type: "post", content: [table] },
    "content[0].rows: A head and at least one row.",
  ],
  [
    "a text that nobody wrote",
    { _id: "legal-a", _type: "legalPage", sections: [] },
    "sections: The page has no text.",
  ],
])("%s is an error, in the words of the form", (_, document, problem) => {
  expect(said(document).filter((sentence) => sentence.endsWith(problem))).toEqual([
    `error ${problem}`,
  ]);
});

test("a second document of which there is one is an error, and a draft of the one is not", () => {
  expect(said({ ...settings, _id: "other" })).toContain(
    "error : The site reads another document of this kind, and never this one. Delete it.",
  );
  expect(said({ ...settings, _id: "drafts.siteSettings" }).join()).not.toContain("another");
});

test("what is only unwise is a warning", () => {
  const long = "A description that nobody reads on a card because it takes more than the two lines";
  expect(said({ ...plan, description: long })).toContain(
    "warning description: Keep it under 80 characters: two lines.",
  );
  expect(said({ ...plan, description: "Short" }).join()).not.toContain("description");
});

test("problems are found inside lists and named types", () => {
  const faq = { _id: "faq-a", _type: "faq", question: "Why?" };
  const link = { _type: "link", _key: "l", href: "nowhere" };
  const block = { _type: "block", _key: "b", style: "normal", children: [], markDefs: [link] };
  expect(said({ ...faq, answer: [] })).toEqual(["error answer: The question has no answer."]);
  expect(said({ ...faq, answer: [{ ...block, _key: undefined }] })).toContain(
    "error answer: An entry has no _key.",
  );
  expect(said({ ...faq, answer: [block, block] })).toContain(
    "error answer: Two entries have one _key.",
  );
  expect(said({ ...faq, answer: [{ _type: "table", _key: "t" }] })).toEqual([
    "error answer[0]: The list takes no table.",
  ]);
  const navigation = [{ _type: "callToAction", _key: "a", label: "Away" }];
  expect(said({ ...settings, navigation })).toContain(
    "error navigation[0].destination: The link leads nowhere. Fill in one of the addresses.",
  );
});
