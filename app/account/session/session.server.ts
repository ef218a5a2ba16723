import { type CookieMethodsServer, createServerClient, serializeCookieHeader } from "@supabase/ssr";
import {
  type AuthError,
  isAuthRetryableFetchError,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { environment } from "@domain/environment.server";
import { sessionCookieSeconds } from "@domain/session-lifetime";
import { hostCookieName, hostCookieOptions } from "~/http/host-cookie.server";
import { serviceUnavailable } from "@domain/resilience/service-unavailable.server";
import { knownDeviceFetch } from "./known-device.server";
import { NoRealtime } from "@domain/auth-service/no-realtime.server";
import { forwardingHeaders, visitorsKey } from "@domain/auth-service/forwarding-headers.server";
import { authFetch } from "@domain/auth-service/auth-fetch.server";
import { dedupeTokenRefresh } from "./dedupe-token-refresh.server";
import { type Claims, parseClaims } from "@domain/accounts/claims";
import { readSessionCookies } from "./parse-session-cookies.server";

/**
 * A user's session within one HTTP request. One per request: several would write the same cookies
 * twice.
 */
export interface Session {
  /** Supabase's own auth client, bound to this request's cookies. */
  auth: SupabaseClient["auth"];
  /** The client's IP address, as reported by our proxies. */
  clientIp: string;
  /** Whether the method is safe, so that data read once stays valid for the request. */
  isSafeMethod: boolean;
  /**
   * `fetch` for additional auth-service clients; sends the token by which the service recognizes a
   * known device.
   */
  fetch: typeof globalThis.fetch;
  /**
   * The verified claims, or null for a visitor (also with a forged, damaged or expired cookie).
   * Refreshes an expired access token. Throws a 503 Response when the auth service cannot be
   * reached, because a session must not count as lost when a server restarts.
   */
  claims(): Promise<Claims | null>;
  /**
   * The user's id as the auth service sees it now: null after a sign-out elsewhere, a ban or a
   * deletion, which claims do not show before they expire. For administration, passwords and
   * billing.
   */
  confirmedUserId(): Promise<string | null>;
  /**
   * Exchanges the code of a callback for a session, which is not this browser's yet
   * (`auth.setSession` makes it so). Uses a client without the previous session, because reading
   * one makes the client forget the verifier of the code.
   */
  exchangeCode(code: string): ReturnType<SupabaseClient["auth"]["exchangeCodeForSession"]>;
  /**
   * Signs this browser out. Its cookies are cleared even when the auth service cannot end the
   * session: users sign out on shared computers and then walk away.
   *
   * @returns why the session could not be ended
   */
  signOut(): Promise<AuthError | null>;
}

/**
 * User-Agent headers of browsers have at most 200 characters; anything longer was written to fill
 * the table.
 */
const maxUserAgentLength = 500;

/**
 * Fixed, because by default the cookie name is derived from the service's host, and changing hosts
 * would sign everyone out.
 */
export const sessionCookie = hostCookieName("session");

const cookieSeconds = sessionCookieSeconds(environment);

const cookieOptions = { name: sessionCookie, ...hostCookieOptions };

/**
 * Opens the session of a request. Cookies that change on the way (refresh, sign-in, sign-out) are
 * appended to `responseHeaders`, which the server adds to every response, redirects and errors
 * included.
 */
export function openSession(request: Request, responseHeaders: Headers, clientIp: string): Session {
  const cookieHeader = request.headers.get("Cookie") ?? "";
  const cookies = readSessionCookies(cookieHeader, sessionCookie);
  const before = new Map(cookies.map(({ name, value }) => [name, value]));
  let claims: Promise<Claims | null> | undefined;
  let confirmed: Promise<string | null> | undefined;
  const isSafeMethod = request.method === "GET" || request.method === "HEAD";
  const makeAuth = (jar: Pick<CookieMethodsServer, "getAll" | "setAll">) =>
    createServerClient(environment.SUPABASE_URL, visitorsKey, {
      cookieOptions,
      cookies: { encode: "tokens-only", ...jar },
      global: {
        headers: forwardingHeaders(
          clientIp,
          (request.headers.get("User-Agent") ?? "").slice(0, maxUserAgentLength),
        ),
        fetch: knownDeviceFetch(cookieHeader, responseHeaders, dedupeTokenRefresh),
      },
      realtime: { transport: NoRealtime },
    }).auth;
  // Creating it takes a fifth of a millisecond, and most requests never need it: no visitor's, and
  // no program's.
  let made: SupabaseClient["auth"] | undefined;
  const auth = () =>
    (made ??= makeAuth({
      getAll: () => cookies,
      setAll(written, headers) {
        // The client writes the session again whenever it has read it. If that were sent, it would
        // restore a session that another request has since refreshed or ended.
        const changed = written.filter(({ name, value }) => value !== (before.get(name) ?? ""));
        if (changed.length === 0) return;
        // A page without scripts is rendered by the request that has just given its second factor.
        claims = undefined;
        confirmed = undefined;
        for (const { name, value, options } of changed) {
          before.set(name, value);
          // The client sets 400 days, whatever `cookieOptions` say; 0 removes a cookie.
          const maxAge = Math.min(options.maxAge ?? 0, cookieSeconds);
          responseHeaders.append(
            "Set-Cookie",
            serializeCookieHeader(name, value, { ...options, maxAge }),
          );
        }
        for (const [name, value] of Object.entries(headers)) responseHeaders.set(name, value);
      },
    }));
  return {
    get auth() {
      return auth();
    },
    clientIp,
    fetch: knownDeviceFetch(cookieHeader, responseHeaders, authFetch),
    claims: () => (claims ??= cookies.length === 0 ? Promise.resolve(null) : verifyClaims(auth())),
    isSafeMethod,
    confirmedUserId: () =>
      isSafeMethod ? (confirmed ??= confirmUser(auth())) : confirmUser(auth()),
    async signOut() {
      const { error } = await auth().signOut({ scope: "local" });
      for (const name of error ? before.keys() : []) {
        const expired = serializeCookieHeader(name, "", { ...hostCookieOptions, maxAge: 0 });
        responseHeaders.append("Set-Cookie", expired);
      }
      return error;
    },
    exchangeCode(code) {
      const verifier = cookies.filter(({ name }) => name.startsWith(`${sessionCookie}-`));
      return makeAuth({ getAll: () => verifier, setAll() {} }).exchangeCodeForSession(code);
    },
  };
}

async function confirmUser(auth: SupabaseClient["auth"]): Promise<string | null> {
  const { data, error } = await auth.getUser();
  if (error && isAuthRetryableFetchError(error)) throw serviceUnavailable("auth", error);
  return data.user && !data.user.is_anonymous ? data.user.id : null;
}

async function verifyClaims(auth: SupabaseClient["auth"]): Promise<Claims | null> {
  try {
    const { data, error } = await auth.getClaims();
    if (error && isAuthRetryableFetchError(error)) throw serviceUnavailable("auth", error);
    return parseClaims(data?.claims);
  } catch (error) {
    if (error instanceof Response) throw error;
    if (isAuthRetryableFetchError(error)) throw serviceUnavailable("auth", error);
    // A token that no longer parses, or whose signing key is gone: the user signs in again.
    return null;
  }
}
