import { sql } from "drizzle-orm";
import { z } from "zod";
import { withService } from "@domain/database/database.server";
import { messages } from "@domain/database/tables.server";
import { brokenConstraint } from "@domain/database/transactions.server";
import { networkHash } from "@domain/networks/network-hash.server";
import type { MessageFields } from "./message";

interface NewMessage {
  /** The form that it was sent with: each can be sent once. */
  form: string;
  /** The account of a signed-in sender. */
  userId: string | null;
  fields: MessageFields;
  clientIp: string;
}

/** What became of it; every outcome but the first stores nothing. */
export type Stored = "stored" | "sent-before" | "too-many" | "inbox-full";

/**
 * How many messages a network, and an account, may send within an hour. Not an email address, which
 * anyone can type: its owner could not write anymore.
 */
const maxInHour = 10;

/** How many messages are open at most: what comes after them is not read by anyone soon. */
const maxOpen = 5_000;

const facts = z.array(
  z.object({
    sent: z.boolean(),
    of_network: z.coerce.number(),
    of_account: z.coerce.number(),
    open: z.coerce.number(),
  }),
);

/** Stores a message for the administrators. */
export async function storeMessage(input: NewMessage): Promise<Stored> {
  const network = await networkHash(input.clientIp);
  const storing = store(input, network);
  return storing.catch((error: unknown) => {
    // The account was deleted in the meantime; what its owner wrote arrives nevertheless.
    if (!brokenConstraint(error)?.endsWith("_fkey")) throw error;
    return store({ ...input, userId: null }, network);
  });
}

function store({ form, userId, fields }: NewMessage, network: string): Promise<Stored> {
  return withService<Stored>(async (tx) => {
    const [known] = facts.parse([
      ...(await tx.execute(sql`select
        exists (select 1 from public.messages where form = ${form}) as sent,
        (select count(*) from public.messages
          where network = ${network} and created_at > now() - interval '1 hour') as of_network,
        (select count(*) from public.messages
          where user_id = ${userId}::uuid and created_at > now() - interval '1 hour') as of_account,
        (select count(*) from (
          select 1 from public.messages where state = 'open' limit ${maxOpen}
        ) as waiting) as open`)),
    ]);
    if (!known || known.sent) return "sent-before";
    if (Math.max(known.of_network, known.of_account) >= maxInHour) return "too-many";
    if (known.open >= maxOpen) return "inbox-full";
    const { name, email, company, subject, message } = fields;
    const added = await tx
      .insert(messages)
      .values({
        ...{ form, userId, network, email, company, subject },
        ...{ senderName: name, body: message },
      })
      .onConflictDoNothing()
      .returning({ id: messages.id });
    return added.length === 0 ? "sent-before" : "stored";
  });
}
