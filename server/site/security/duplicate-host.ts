import type { IncomingMessage } from "node:http";

/**
 * Whether a request names a host twice, which RFC 9112 3.2 has servers refuse: Node believes the first, and what stands
 * before us may have believed the other. Reads the raw list, for it is asked before each kept page.
 */
export function hasDuplicateHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}
