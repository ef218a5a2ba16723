import type { ClientReturn } from "@sanity/client";
import { evaluate, parse } from "groq-js";
import { momentParameters } from "../queries/schedule";

export type Document = Record<string, unknown>;

/** The time at which the queries run. */
export const now = "2025-09-01T12:00:00Z";
/** A value for every parameter that a query of this folder names. */
export const parameters = {
  ...momentParameters(new Date(now)),
  search: "",
  category: "",
  tags: new Array<string>(),
  from: 0,
  to: 10,
  slug: "a",
  id: "a",
  ids: ["post-a"],
  categoryId: "category-a",
  paths: ["/a"],
  plan: "free",
};

/** The lake's result, or null when it has none. */
export const ask = async <const Query extends string>(
  query: Query,
  dataset: Document[],
  changed: Partial<typeof parameters> = {},
): Promise<ClientReturn<Query>> => {
  const params = { ...parameters, ...changed };
  const value = await evaluate(parse(query, { params }), { dataset, params });
  // As it arrives over the wire.
  const result: ClientReturn<Query> = JSON.parse(JSON.stringify((await value.get()) ?? null));
  return result;
};
