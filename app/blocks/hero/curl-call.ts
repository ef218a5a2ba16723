/**
 * What an example call does: read from the call itself, so that picture and text cannot disagree.
 */
export interface CurlCall {
  method: string;
  /** The path with its version, such as /v1/pdf/merge. */
  path: string;
  /** The names of the files that it sends. */
  files: string[];
  /** The file name under which it saves the response. */
  output: string | null;
}

/** Reads a curl command. Null for anything else. */
export function readCurlCall(code: string): CurlCall | null {
  const words = (code.replace(/\\\r?\n/g, " ").match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
    word.replace(/^(["'])(.*)\1$/, "$2"),
  );
  if (words[0] !== "curl") return null;
  const after = (...flags: string[]) =>
    words.flatMap((word, index) => (flags.includes(word) ? [words[index + 1] ?? ""] : []));
  const url = words.find((word) => /^https?:\/\//.test(word));
  if (!url || !URL.canParse(url)) return null;
  const form = after("-F", "--form");
  const sends = form.length > 0 || after("-d", "--data", "--json").length > 0;
  return {
    method: after("-X", "--request")[0] ?? (sends ? "POST" : "GET"),
    path: new URL(url).pathname,
    files: form.flatMap((field) => /=@([^;]+)/.exec(field)?.[1] ?? []),
    output: after("-o", "--output")[0] ?? null,
  };
}
