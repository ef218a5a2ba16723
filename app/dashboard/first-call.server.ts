import { callsOfPlanQuery } from "~/content/queries/feature";
import { readContent } from "~/content/reading/read.server";
import type { HighlightedCode } from "~/ui/code-block";
import { highlight } from "~/ui/highlight.server";
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
 * The documentation's own example of a feature that the plan includes, with the key filled in if it
 * calls the API; preferably one that needs no file. Null while the lake is unavailable, or has no
 * example.
 */
export async function firstCall(plan: string, secret: string): Promise<FirstCall | null> {
  const calls = await readContent(callsOfPlanQuery, { plan }).catch((error: unknown) => {
    if (error instanceof Response) return [];
    throw error;
  });
  const usable = calls.filter(({ codeExample }) => bearer.test(codeExample?.code ?? ""));
  const call =
    usable.find(({ codeExample }) => !/file|@/.test(codeExample?.code ?? "")) ?? usable[0];
  const example = call?.codeExample;
  if (!call || !example?.code) return null;
  const code = await highlight({
    language: example.language,
    filename: null,
    code: exampleWithKey(example.code, environment.API_URL, secret),
  });
  return code && { title: call.title, href: `/docs/${call.slug ?? ""}`, code };
}

/** An example with the variable of the shell that stands for the key. */
const bearer = /Authorization: Bearer \$\{?\w+\}?/;
