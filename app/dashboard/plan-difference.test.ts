import { expect, test } from "vitest";
import type { Plan } from "@domain/plans/plan.server";
import { planDifference } from "./plan-difference";

const plan = (id: string, price: number, credits: number | null, megabytes: number): Plan => ({
  id,
  price,
  credits,
  name: id,
  isStartingPrice: false,
  period: "month",
  isEnterprise: false,
  limits: {
    maxFileMegabytes: megabytes,
    storage: null,
    support: null,
    supportHours: null,
    rateLimit: null,
  },
});
const free = plan("free", 0, 100, 5);
const developer = plan("developer", 9, 1_000, 100);

const row = (
  name: string,
  slug: string | null,
  before: string | boolean,
  after: string | boolean,
) => ({
  name,
  slug,
  values: [
    { plan: "free", value: before },
    { plan: "developer", value: after },
  ],
});
const rows = [
  ...["Merge PDFs", "Split PDF", "Crop PDF", "Word to PDF", "Extract Text"].map((name) =>
    row(name, name, false, true),
  ),
  row("Optimize PDF", "optimize", true, true),
  row("Template Designer", "designer", "Limited", true),
  row("Email Support", null, false, true),
  row("Rate limits", null, "Basic", "Standard"),
];

test("a larger plan shows what it adds", () => {
  expect(planDifference({ plan: free, agreedCredits: null }, developer, rows)).toEqual([
    { gains: true, text: "+900 credits a month" },
    { gains: true, text: "Files up to 100 MB instead of 5 MB" },
    { gains: true, text: "+5 operations: Merge PDFs, Split PDF, Crop PDF and 2 more" },
    { gains: true, text: "Email Support" },
    { gains: true, text: "Template Designer: full instead of Limited" },
    { gains: true, text: "Rate limits: Standard instead of Basic" },
  ]);
});

test("a smaller plan shows what it takes away", () => {
  expect(planDifference({ plan: developer, agreedCredits: null }, free, rows)).toEqual([
    { gains: false, text: "−900 credits a month" },
    { gains: false, text: "Files up to 5 MB instead of 100 MB" },
    { gains: false, text: "−5 operations: Merge PDFs, Split PDF, Crop PDF and 2 more" },
    { gains: false, text: "Without Email Support" },
    { gains: false, text: "Template Designer: Limited instead of full" },
    { gains: false, text: "Rate limits: Basic instead of Standard" },
  ]);
});

test("credits are compared with those of a contract, which ends with its plan", () => {
  const [credits] = planDifference({ plan: free, agreedCredits: 5_000 }, developer, []);
  expect(credits).toEqual({ gains: false, text: "−4,000 credits a month" });
});

test("a plan without numbers that is not compared shows no difference", () => {
  const enterprise = { ...plan("enterprise", 99, null, 0), limits: null };
  expect(planDifference({ plan: free, agreedCredits: null }, enterprise, rows)).toEqual([]);
});
