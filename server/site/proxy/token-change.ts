import type { IncomingMessage } from "node:http";
import type { TokenChange } from "~/account/administration/lake-tokens.server";

/**
 * The change of the lake's tokens that a request is for, if any. The lake decodes paths:
 * `/%74okens` must be found as well, with any other escape in the path, so that only ASCII is
 * decoded.
 */
export function tokenChangeOf({ method }: IncomingMessage, { pathname }: URL): TokenChange | null {
  if (method !== "POST" && method !== "DELETE") return null;
  const path = pathname.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  if (!/\/projects\/.+\/tokens(\/|$)/.test(path)) return null;
  return method === "POST" ? {} : { id: pathname.slice(pathname.lastIndexOf("/") + 1) };
}
