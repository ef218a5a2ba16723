import type { IncomingMessage } from "node:http";

/**
 * Whether a request has two Host headers, which RFC 9112 3.2 requires servers to refuse: Node uses
 * the first, and a proxy in front of us may have used the other. Reads the raw list, because it
 * runs before each cached page.
 */
export function hasDuplicateHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}
