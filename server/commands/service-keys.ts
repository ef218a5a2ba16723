import { makeSecretKey } from "@platen/kit";
import { z } from "zod";
import type { connect } from "./postgres-database";

/*
 * The keys by which the API gateway authenticates to the site. A client that has one acts for every
 * account: they are created from a shell on the server, and nowhere else.
 */

type Sql = ReturnType<typeof connect>;

const name = z
  .string()
  .trim()
  .regex(
    /^[\p{L}\p{N} ._-]{1,60}$/u,
    "A name has 1 to 60 letters, digits, spaces, dots and dashes.",
  );

export interface ServiceKey {
  id: string;
  name: string;
  prefix: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/**
 * Creates a key and returns its secret, of which only the hash is stored.
 *
 * @throws when the name is empty, too long or has invalid characters
 */
export async function createServiceKey(sql: Sql, wanted: string): Promise<string> {
  const parsed = name.safeParse(wanted);
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
  const { secret, prefix, hash } = makeSecretKey("svc");
  await asService(
    sql,
    (tx) => tx`
      insert into public.service_keys (name, prefix, hash)
      values (${parsed.data}, ${prefix}, ${hash})`,
  );
  return secret;
}

/** All keys, newest first. */
export function listServiceKeys(sql: Sql): Promise<ServiceKey[]> {
  return asService(
    sql,
    (tx) => tx<ServiceKey[]>`
      select id, name, prefix, created_at, last_used_at, revoked_at
      from public.service_keys order by created_at desc, id`,
  );
}

/** Revokes the key with this prefix or id, at once; false when there is no such active key. */
export async function revokeServiceKey(sql: Sql, which: string): Promise<boolean> {
  const revoked = await asService(
    sql,
    (tx) => tx`
      update public.service_keys set revoked_at = now()
      where (prefix = ${which} or id::text = ${which}) and revoked_at is null returning id`,
  );
  return revoked.length > 0;
}

async function asService<Rows>(
  sql: Sql,
  work: (tx: Parameters<Parameters<Sql["begin"]>[1]>[0]) => Promise<Rows>,
): Promise<Rows> {
  // Wrapped: the driver would take an array for a list of queries.
  const { rows } = await sql.begin(async (tx) => {
    await tx`select set_config('role', 'service_role', true)`;
    return { rows: await work(tx) };
  });
  return rows;
}
