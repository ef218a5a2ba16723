import { callsOfPlanQuery } from "~/content/queries/feature";
import { readContent } from "~/content/reading/read.server";
import type { HighlightedCode } from "~/ui/code-block";
import { highlight } from "~/ui/highlight.server";
import { scopeOfCall } from "@domain/api-keys/api-key-fields";
import { environment } from "@domain/environment.server";
import { exampleWithKey } from "./example-with-key";

/** A call that a new key can make right away. */
export interface FirstCall {
  title: string | null;
  /** Its page in the documentation. */
  href: string;
  code: HighlightedCode;
}

/**
 * The documentation's own example of a feature that the plan includes; preferably one that needs no
 * file. Null while the lake is unavailable, or has no example.
 */
async function exampleOf(plan: string) {
  const calls = await readContent(callsOfPlanQuery, { plan }).catch((error: unknown) => {
    if (error instanceof Response) return [];
    throw error;
  });
  const usable = calls.filter(({ codeExample }) => bearer.test(codeExample?.code ?? ""));
  return usable.find(({ codeExample }) => !/file|@/.test(codeExample?.code ?? "")) ?? usable[0];
}

/**
 * The call that a new key makes first, with the key filled in if it calls the API.
 *
 * @param secret null for the variable of the example
 */
export async function firstCall(plan: string, secret: string | null): Promise<FirstCall | null> {
  const call = await exampleOf(plan);
  const example = call?.codeExample;
  if (!call || !example?.code) return null;
  const code = await highlight({
    language: example.language,
    filename: null,
    code:
      secret === null ? example.code : exampleWithKey(example.code, environment.API_URL, secret),
  });
  return code && { title: call.title, href: `/docs/${call.slug ?? ""}`, code };
}

/** The title of the first call, and the only permission that it needs. */
export async function firstPermission(plan: string) {
  const call = await exampleOf(plan);
  return {
    title: call?.title ?? null,
    scope: scopeOfCall(call?.endpoint?.method, call?.endpoint?.path),
  };
}

/** An example with the variable of the shell that stands for the key. */
const bearer = /Authorization: Bearer \$\{?\w+\}?/;
