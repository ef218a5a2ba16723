import { parseCookieHeader, stringFromBase64URL } from "@supabase/ssr";
import { z } from "zod";

export interface SessionCookie {
  name: string;
  value: string;
}

/** A session takes two or three pieces of 3 kB; the client looks for each among all cookies. */
const maxPieces = 16;

/** With the verifiers of sign-ins that were begun and not ended. */
const maxCookies = 50;

const sessionShape = z.looseObject({ access_token: z.string() });

/**
 * The cookies of a `Cookie` header that are the auth client's business: those of that name, its pieces included, and
 * what it keeps beside the session under names that begin with it.
 *
 * A session that does not parse is left out, as if there were none: the client would print a stack for each request, by
 * which anyone could fill the log.
 */
export function readSessionCookies(header: string, sessionName: string): SessionCookie[] {
  const cookies = parse(header).filter(({ name }) => name.startsWith(sessionName));
  // The first of a name counts, as for the client.
  const values = new Map(cookies.toReversed().map(({ name, value }) => [name, value]));
  const pieces: string[] = [];
  for (let piece; (piece = values.get(`${sessionName}.${pieces.length}`));) pieces.push(piece);
  // Each for itself: a damaged one must not hide the pieces of a session that was begun since.
  const isWhole = holdsSession(values.get(sessionName) ?? "");
  const isInPieces = pieces.length <= maxPieces && holdsSession(pieces.join(""));
  return cookies
    .filter(({ name }) =>
      name === sessionName ? isWhole : isInPieces || !name.startsWith(`${sessionName}.`),
    )
    .slice(0, maxCookies);
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

/** Whether the client of @supabase/ssr finds a session in that value: base64url of JSON behind a prefix. */
function holdsSession(value: string): boolean {
  const [, encoded] = /^base64-(.*)$/.exec(value) ?? [];
  if (encoded === undefined) return false;
  try {
    return sessionShape.safeParse(JSON.parse(stringFromBase64URL(encoded))).success;
  } catch {
    return false;
  }
}
