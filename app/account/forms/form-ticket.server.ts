import { createHmac, randomUUID } from "node:crypto";
import { safeEqual } from "@platen/kit";
import { environment } from "@domain/environment.server";

/** Nobody writes a comment in less, in milliseconds. */
const leastAge = 3_000;

/** A page may be open for a day before its reader comments. */
const maxAge = 86_400_000;

const key = createHmac("sha256", environment.SUPABASE_SECRET_KEY).update("comment form").digest();

const signatureOf = (article: string, form: string, issuedAt: string) =>
  createHmac("sha256", key).update(`${article}\n${form}\n${issuedAt}`).digest("hex");

/**
 * Makes the ticket of a comment form: its id, which can be used once, and when it was issued,
 * signed for one article. Pages are cached for everyone, so a ticket cannot be part of them:
 * scripts get one when somebody begins to write, and without scripts the page that asks for
 * confirmation contains it.
 */
export function newTicket(article: string, now = Date.now()): string {
  const [form, issuedAt] = [randomUUID(), String(now)];
  return `${form}.${issuedAt}.${signatureOf(article, form, issuedAt)}`;
}

/** What is wrong with a ticket, or the id of its form. */
export type Ticket = { form: string } | { problem: "missing" | "invalid" | "early" };

/** Checks the ticket that a form sent. */
export function readTicket(article: string, ticket: string, now = Date.now()): Ticket {
  if (ticket === "") return { problem: "missing" };
  const [, form, issuedAt, signature] =
    /^([\da-f-]{36})\.(\d{13})\.([\da-f]{64})$/.exec(ticket) ?? [];
  if (!form || !issuedAt || !signature) return { problem: "invalid" };
  if (!safeEqual(signature, signatureOf(article, form, issuedAt))) return { problem: "invalid" };
  const age = now - Number(issuedAt);
  if (age > maxAge) return { problem: "invalid" };
  return age < leastAge ? { problem: "early" } : { form };
}
