import { parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import { hostCookieName, hostCookieOptions } from "~/http/host-cookie.server";

/** The embedded service's name for it. A hosted project sets none. */
const serviceCookie = "sb-device";

/** The name of the browser's cookie. */
const cookieName = hostCookieName("known-device");

/**
 * `fetch` for the auth service's clients that passes on, in both directions, the token by which the
 * service recognizes a browser that has signed in before: attackers who guess passwords and codes
 * cannot lock out such a browser.
 *
 * @param cookies the `Cookie` header of the browser's request
 * @param responseHeaders headers of the response to it, to which a new token is appended
 */
export function knownDeviceFetch(
  cookies: string,
  responseHeaders: Headers,
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  const token = valueOf(cookies, cookieName);
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (token !== undefined) headers.set("Cookie", `${serviceCookie}=${token}`);
    const response = await fetch(input, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const value = valueOf(pair, serviceCookie);
      const maxAge = Number(/;\s*max-age=(\d+)/i.exec(cookie)?.[1] ?? 0);
      if (value === undefined || maxAge === 0) continue;
      responseHeaders.append(
        "Set-Cookie",
        serializeCookieHeader(cookieName, value, { ...hostCookieOptions, maxAge }),
      );
    }
    return response;
  };
}

/**
 * The value of a cookie if it has the form of such a token: arbitrary visitor input must not end up
 * in a header.
 */
function valueOf(cookies: string, name: string): string | undefined {
  try {
    const value = parseCookieHeader(cookies).find((cookie) => cookie.name === name)?.value;
    return value !== undefined && /^[\w.-]{1,200}$/.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
