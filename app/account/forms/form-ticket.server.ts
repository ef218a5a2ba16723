import { createHmac, randomUUID } from "node:crypto";
import { safeEqual } from "@platen/kit";
import { environment } from "@domain/environment.server";

/** Nobody writes a comment or a message in less, in milliseconds. */
const leastAge = 3_000;

/** A page may be open for a day before its reader writes. */
const maxAge = 86_400_000;

const key = createHmac("sha256", environment.SUPABASE_SECRET_KEY).update("comment form").digest();

const signatureOf = (place: string, form: string, issuedAt: string) =>
  createHmac("sha256", key).update(`${place}\n${form}\n${issuedAt}`).digest("hex");

/**
 * Makes the ticket of a form that strangers send: its id, which can be used once, and when it was
 * issued, signed for one place. Pages are cached for everyone, so that a ticket cannot be part of
 * them: scripts get one when somebody begins to write, and without scripts it comes with a second
 * look at the text.
 *
 * @param place the id of an article, or a path, which no id can be
 */
export function newTicket(place: string, now = Date.now()): string {
  const [form, issuedAt] = [randomUUID(), String(now)];
  return `${form}.${issuedAt}.${signatureOf(place, form, issuedAt)}`;
}

/** What is wrong with a ticket, or the id of its form. */
export type Ticket = { form: string } | { problem: "missing" | "invalid" | "early" };

/** Checks the ticket that a form sent. */
export function readTicket(place: string, ticket: string, now = Date.now()): Ticket {
  if (ticket === "") return { problem: "missing" };
  const [, form, issuedAt, signature] =
    /^([\da-f-]{36})\.(\d{13})\.([\da-f]{64})$/.exec(ticket) ?? [];
  if (!form || !issuedAt || !signature) return { problem: "invalid" };
  if (!safeEqual(signature, signatureOf(place, form, issuedAt))) return { problem: "invalid" };
  const age = now - Number(issuedAt);
  if (age > maxAge) return { problem: "invalid" };
  return age < leastAge ? { problem: "early" } : { form };
}
