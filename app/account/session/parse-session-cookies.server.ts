import { parseCookieHeader, stringFromBase64URL } from "@supabase/ssr";
import { z } from "zod";

export interface SessionCookie {
  name: string;
  value: string;
}

/** A session takes two or three chunks of 3 kB; the client looks for each among all cookies. */
const maxPieces = 16;

/** Includes the verifiers of sign-ins that were started and not finished. */
const maxCookies = 50;

/**
 * The parts of a session that the client relies on. Without a refresh token, the client starts a
 * refresh in an unawaited promise; its rejection used to crash the process.
 */
const sessionSchema = z.looseObject({
  access_token: z.string().regex(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  refresh_token: z.string().min(1),
  expires_at: z.number(),
  user: z.record(z.string(), z.unknown()).optional(),
});

/**
 * The auth client's cookies of a `Cookie` header: those of that name, its chunks included, and what
 * it stores in addition to the session under names that begin with it.
 *
 * A session that does not parse is left out, as if there were none: the client would print a stack
 * for each request, by which anyone could fill the log.
 */
export function readSessionCookies(header: string, sessionName: string): SessionCookie[] {
  // Counted before they are parsed: each of 560 tiny ones cost a parser's exception.
  const cookies = parse(header)
    .filter(({ name }) => name.startsWith(sessionName))
    .slice(0, maxCookies);
  // The first of a name counts, as for the client.
  const values = new Map(cookies.toReversed().map(({ name, value }) => [name, value]));
  const pieces: string[] = [];
  for (let piece; (piece = values.get(`${sessionName}.${pieces.length}`));) pieces.push(piece);
  // Each separately: a damaged one must not hide the chunks of a session that was started since.
  const isWhole = holdsSession(values.get(sessionName) ?? "");
  const isInPieces = pieces.length <= maxPieces && holdsSession(pieces.join(""));
  return cookies.filter(({ name, value }) => {
    if (name === sessionName) return isWhole;
    return name.startsWith(`${sessionName}.`) ? isInPieces : holdsText(value);
  });
}

function parse(header: string): SessionCookie[] {
  try {
    return parseCookieHeader(header).flatMap(({ name, value }) =>
      value === undefined ? [] : [{ name, value }],
    );
  } catch {
    return [];
  }
}

/**
 * Whether the client of @supabase/ssr finds a session in that value: base64url of JSON behind a
 * prefix.
 */
function holdsSession(value: string): boolean {
  return value.startsWith(prefix) && sessionSchema.safeParse(contentOf(value)).success;
}

/**
 * Whether the client finds a string there, as all values besides the session are. The client would
 * treat a number as a string and fail.
 */
const holdsText = (value: string) => typeof contentOf(value) === "string";

const prefix = "base64-";

/** How the client parses a value: JSON, encoded or not; anything else stays as it is. */
function contentOf(value: string): unknown {
  try {
    const text = value.startsWith(prefix) ? stringFromBase64URL(value.slice(prefix.length)) : value;
    try {
      const content: unknown = JSON.parse(text);
      return content;
    } catch {
      return text;
    }
  } catch {
    return undefined;
  }
}
