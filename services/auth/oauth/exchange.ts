import { createHash } from "node:crypto";
import { z } from "zod";
import { fetchWithin } from "@platen/kit";
import { AuthError } from "../errors";
import type { Metadata } from "../users/users";

/** A response of a provider: a discovery document, tokens, a profile or keys. */
const bounds = { milliseconds: 10_000, maxBytes: 1_000_000 };

/** The provider's fault, or the network's: nothing that the user could do differently. */
export const providerFailed = (message: string, cause?: unknown) =>
  Object.assign(new AuthError(502, "unexpected_failure", message), { cause });

/** `fetch` of what a provider may take its time for, or never end. */
export const fetchProvider: typeof fetch = (input, init) => fetchWithin(bounds, input, init);

/**
 * Fetches JSON from a provider. Throws 502 with `failure` when it times out, refuses, or responds
 * in another shape.
 */
export async function fetchJson<T>(
  schema: z.ZodType<T>,
  url: string,
  failure: string,
  init: RequestInit = {},
): Promise<T> {
  try {
    const response = await fetchProvider(url, {
      ...init,
      headers: { Accept: "application/json", "User-Agent": "auth", ...init.headers },
      // Only the configured URL may receive our secret.
      redirect: "error",
    });
    if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
    return schema.parse(await response.json());
  } catch (cause) {
    throw providerFailed(failure, cause);
  }
}

/**
 * Characters as of RFC 6749, appendices A.12 and A.17. Tokens end up in a redirect's URL or a row:
 * one of 900 kB was accepted, and one with a NUL failed in the database.
 */
const token = z
  .string()
  .max(8_000)
  .regex(/^[\x20-\x7e]+$/);

const tokenSchema = z.object({
  access_token: token,
  refresh_token: token.or(z.literal("")).optional(),
  id_token: z.string().max(100_000).optional(),
});

export type ProviderTokens = z.infer<typeof tokenSchema>;

/** Exchanges a code at a token endpoint (RFC 6749, section 4.1.3). Throws 502. */
export function exchangeCode(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<ProviderTokens> {
  return fetchJson(tokenSchema, url, "Unable to exchange external code", {
    method: "POST",
    headers,
    body: new URLSearchParams({ grant_type: "authorization_code", ...fields }),
  });
}

/** The code challenge of a PKCE verifier (RFC 7636 §4.2). */
export const s256 = (value: string) => createHash("sha256").update(value).digest("base64url");

/** The claims with a short text in them: the provider's claims go into our tables and tokens. */
export const shortTexts = (claims: Record<string, unknown>): Metadata =>
  Object.fromEntries(
    Object.entries(claims).filter(
      ([, value]) =>
        typeof value === "string" &&
        value !== "" &&
        value.length <= 500 &&
        !value.includes("\0") &&
        !/\p{Surrogate}/u.test(value),
    ),
  );
