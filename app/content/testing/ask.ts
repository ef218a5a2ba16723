import { evaluate, parse } from "groq-js";

export type Document = Record<string, unknown>;

/** The moment at which the questions are asked. */
export const now = "2025-09-01T12:00:00Z";
/** A value for every parameter that a query of this folder names. */
export const parameters = {
  now,
  search: "",
  category: "",
  from: 0,
  to: 10,
  slug: "a",
  id: "a",
  categoryId: "category-a",
  paths: ["/a"],
};

/** What the lake answers, or null when it has nothing. */
export const ask = async (
  query: string,
  dataset: Document[],
  changed: Partial<typeof parameters> = {},
) => {
  const params = { ...parameters, ...changed };
  const value = await evaluate(parse(query, { params }), { dataset, params });
  const answer: unknown = await value.get();
  return answer;
};
