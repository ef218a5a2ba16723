import { newVisitor } from "@platen/auth/testing/service";
import { NoRealtime } from "@domain/auth-service/no-realtime.server";
import { createServerClient } from "@supabase/ssr";
import { createClient } from "@supabase/supabase-js";

/** The URL of the service under test, and its two keys. */
export interface Target {
  url: string;
  publishableKey: string;
  secretKey: string;
}

const settings = (visitor: string) => ({
  auth: { persistSession: false, autoRefreshToken: false },
  global: { headers: { "X-Forwarded-For": visitor } },
  realtime: { transport: NoRealtime },
});

/** A visitor's client, unmodified, with its own session in memory. */
export const visitorClient = (target: Target, visitor = newVisitor()) =>
  createClient(target.url, target.publishableKey, settings(visitor));

/** A visitor's client whose mailed links continue a PKCE flow. */
export function pkceClient(target: Target) {
  const { auth, ...rest } = settings(newVisitor());
  return createClient(target.url, target.publishableKey, {
    ...rest,
    auth: { ...auth, flowType: "pkce" as const },
  });
}

/** The administrator's client. */
export const adminClient = (target: Target) =>
  createClient(target.url, target.secretKey, settings(newVisitor()));

/** A browser's cookies, and the client that a server makes for each of its requests. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #target: Target;
  readonly #visitor = newVisitor();

  constructor(target: Target) {
    this.#target = target;
  }

  /** What a server does at the start of a request. */
  request() {
    const { global, realtime } = settings(this.#visitor);
    return createServerClient(this.#target.url, this.#target.publishableKey, {
      global,
      realtime,
      cookieOptions: { name: "session" },
      cookies: {
        encode: "tokens-only",
        getAll: () => [...this.cookies].map(([name, value]) => ({ name, value })),
        setAll: (changed) => {
          for (const { name, value, options } of changed) {
            if (value === "" || options.maxAge === 0) this.cookies.delete(name);
            else this.cookies.set(name, value);
          }
        },
      },
    });
  }
}
