import { parseExample } from "~/api-calls/parse-example";
import { isRecord } from "../../../schemas/edits/is-record";

/** Members that a reader of the hero does not need. */
const leftOut = new Set(["url", "expires_at"]);

/** A response's example as the hero shows it. */
export interface ShortResult {
  /** On one line, without what only programs need. */
  text: string;
  credits: number | null;
}

/**
 * Shortens a response's example.
 *
 * @param example JSON as the editor wrote it
 * @returns null where that is not an object
 */
export function shortResult(example: string | null): ShortResult | null {
  const result = parseExample(example ?? "");
  if (!isRecord(result)) return null;
  const shown = Object.entries(result).filter(([name]) => !leftOut.has(name));
  const members = shown.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const { credits_used: credits } = result;
  return {
    text: `{ ${members.join(", ")} }`,
    credits: typeof credits === "number" ? credits : null,
  };
}
