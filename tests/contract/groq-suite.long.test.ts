import { readFileSync } from "node:fs";
import type { SanityClient } from "@sanity/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { optimizer } from "@platen/content-lake";
import { type ServedLake, serveLake } from "@platen/content-lake/testing/serve";

/**
 * GROQ's official conformance suite (github.com/sanity-io/groq-test-suite), which is not part of
 * this repository: build its `suite.ndjson` and set GROQ_SUITE to its path. What docs/lake.md
 * declares as unsupported is skipped: `geo`, and GROQ 0.1.
 */
const suite = process.env.GROQ_SUITE;

const entrySchema = z.discriminatedUnion("_type", [
  z.object({
    _type: z.literal("dataset"),
    _id: z.string(),
    documents: z.array(z.record(z.string(), z.unknown())).optional(),
  }),
  z.object({
    _type: z.literal("test"),
    name: z.string(),
    filename: z.string(),
    query: z.string(),
    params: z.record(z.string(), z.unknown()).nullish(),
    result: z.unknown(),
    valid: z.boolean().default(true),
    version: z.string().nullish(),
    features: z.array(z.string()).nullish(),
    dataset: z.object({ _ref: z.string() }),
  }),
]);

type Case = Extract<z.infer<typeof entrySchema>, { _type: "test" }>;

const lines = suite ? readFileSync(suite, "utf8").trimEnd().split("\n") : [];
const entries = lines.map((line) => entrySchema.parse(JSON.parse(line)));
const cases = entries.flatMap((entry) =>
  entry._type === "test" && entry.version !== "0.1" && !entry.features?.includes("geoFunctions")
    ? [entry]
    : [],
);
const datasets = entries.flatMap((entry) =>
  // One without documents refers to 200 MB that are stored elsewhere.
  entry._type === "dataset" && entry.documents ? [{ ...entry, documents: entry.documents }] : [],
);

describe.skipIf(!suite).each([
  { mode: "with", isOn: true },
  { mode: "without", isOn: false },
])("the official GROQ suite $mode the optimizer", ({ isOn }) => {
  let served: ServedLake;
  let client: SanityClient;

  beforeAll(async () => {
    optimizer.isOn = isOn;
    served = await serveLake();
    client = served.client({ apiVersion: "2025-02-19", perspective: "raw" });
  });

  afterAll(() => {
    optimizer.isOn = true;
    return served.close();
  });

  test.each(datasets)("on the dataset $_id", { timeout: 600_000 }, async (dataset) => {
    await client.delete({ query: "*[true]" });
    const transaction = client.transaction();
    for (const document of dataset.documents) {
      transaction.createOrReplace({ _id: "", _type: "", ...document });
    }
    if (dataset.documents.length > 0) await transaction.commit();
    const failures: string[] = [];
    for (const each of cases) {
      if (each.dataset._ref !== dataset._id) continue;
      const failure = await failureOf(each);
      if (failure) failures.push(`${each.filename}: ${each.query.trim()}\n${failure}`);
    }
    expect(failures).toEqual([]);
  });

  /** What a case returns in place of its result. */
  async function failureOf({ query, params, result, valid }: Case): Promise<string | undefined> {
    const answer = await client.fetch<unknown>(query, params ?? {}).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: String(error) }),
    );
    // Ten filters within each other are as many loops without it: the lake stops them.
    if (!isOn && "error" in answer && answer.error.includes("took longer")) return undefined;
    if ("error" in answer) return valid ? answer.error : undefined;
    if (!valid) return "It was answered.";
    const [expected, got] = [result ?? null, withPlaces(answer.value)];
    return matches(got, expected)
      ? undefined
      : `${JSON.stringify(got)}, not ${JSON.stringify(expected)}`;
  }
});

const added = new Set(["_rev", "_createdAt", "_updatedAt"]);

/** Equal, except for the fields that every document of a lake has beyond those in the suite. */
function matches(got: unknown, expected: unknown): boolean {
  if (Array.isArray(got) && Array.isArray(expected)) {
    return got.length === expected.length && got.every((each, n) => matches(each, expected[n]));
  }
  if (isRecord(got) && isRecord(expected)) {
    const names = Object.keys(got).filter((name) => name in expected || !added.has(name));
    return (
      names.length === Object.keys(expected).length &&
      names.every((name) => name in expected && matches(got[name], expected[name]))
    );
  }
  return typeof got === "number" && typeof expected === "number"
    ? Math.abs(got - expected) <= Math.abs(expected) * 1e-12
    : got === expected;
}

/** Scores differ between implementations: the suite names their order. */
function withPlaces(value: unknown): unknown {
  const scores = new Set<number>();
  collect(value);
  if (scores.size === 0) return value;
  const order = [...scores].sort((a, b) => b - a);
  return replace(value);

  function collect(each: unknown): void {
    if (Array.isArray(each)) return each.forEach(collect);
    if (!isRecord(each)) return;
    if (typeof each._score === "number") scores.add(each._score);
    Object.values(each).forEach(collect);
  }

  function replace(each: unknown): unknown {
    if (Array.isArray(each)) return each.map(replace);
    if (!isRecord(each)) return each;
    const { _score, ...rest } = each;
    const replaced = Object.entries(rest).map(([name, inner]) => [name, replace(inner)]);
    return {
      ...Object.fromEntries(replaced),
      ...(typeof _score === "number" && { _pos: order.indexOf(_score) + 1 }),
    };
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
