import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Claims } from "@domain/accounts/claims";
import { decodeCursor, encodeCursor, instantOf } from "@domain/database/cursor.server";
import { withService, withUser } from "@domain/database/database.server";
import type { ActivityKind } from "./activity-kinds";

/** Where an event was read. An id begins with it: events of one moment are sorted by their ids. */
const sources = [
  "entry",
  "key-created",
  "key-revoked",
  "plan-requested",
  "plan-decided",
  "plan-changed",
  "sign-in",
] as const;

const rows = z.array(
  z
    .object({
      source: z.enum(sources),
      id: z.string(),
      /** In microseconds since the epoch. */
      moment: z.coerce.number(),
      /** The kind of the entry, the outcome of the request, or the action of the sign-in. */
      kind: z.string().nullable(),
      /** The operation, the plan, the name of the key, or the provider of the sign-in. */
      subject: z.string().nullable(),
      /** The plan before a change. */
      former: z.string().nullable(),
      reason: z.string().nullable(),
      key_name: z.string().nullable(),
      amount: z.coerce.number().nullable(),
      balance: z.coerce.number().nullable(),
      address: z.string().nullable(),
    })
    .transform(({ key_name: keyName, address: ipAddress, ...rest }) => ({
      ...rest,
      keyName,
      ipAddress,
      at: new Date(Math.floor(rest.moment / 1_000)),
    })),
);

/** An event of an account, as it is stored: in ids and codes. */
export type ActivityRow = z.infer<typeof rows>[number];

const cursor = z.tuple([
  z.int().nonnegative(),
  z
    .string()
    .max(100)
    .regex(/^[\x21-\x7e]+$/),
]);
type Place = z.infer<typeof cursor>;

interface Source {
  name: (typeof sources)[number];
  /** The end of the id; a time that has an index; the columns that are not null. */
  key: SQL;
  at: SQL;
  columns: Partial<Record<"kind" | "subject" | "former" | "reason" | "key_name" | "address", SQL>> &
    Partial<Record<"amount" | "balance", SQL>>;
  /** Table and condition. */
  from: SQL;
}

/** The newest events of a source behind `place`, each branch with a limit of its own. */
function newestOf({ name, key, at, columns, from }: Source, limit: number, place?: Place): SQL {
  const id = sql`(${`${name}/`}::text || ${key}) collate "C"`;
  const behind = place
    ? sql`and ${at} <= ${instantOf(place[0])} and (${at} < ${instantOf(place[0])} or ${id} < ${place[1]})`
    : sql``;
  const none = sql`null`;
  const { kind, subject, former, reason, key_name, amount, balance, address } = columns;
  return sql`(
    select ${name}::text as source, ${id} as id,
      (extract(epoch from ${at}) * 1000000)::bigint as moment, (${kind ?? none})::text as kind,
      (${subject ?? none})::text as subject, (${former ?? none})::text as former,
      (${reason ?? none})::text as reason, (${key_name ?? none})::text as key_name,
      (${amount ?? none})::integer as amount, (${balance ?? none})::integer as balance,
      (${address ?? none})::text as address
    from ${from} ${behind} order by ${at} desc, ${id} desc limit ${limit}
  )`;
}

/** The sources that the signed-in user reads under row-level security. */
const ownSources = (user: string): Partial<Record<ActivityKind, Source[]>> => ({
  credits: [
    {
      name: "entry",
      key: sql`e.id::text`,
      at: sql`e.created_at`,
      columns: {
        kind: sql`e.kind`,
        subject: sql`coalesce(e.operation, r.operation)`,
        reason: sql`e.reason`,
        key_name: sql`k.name`,
        amount: sql`e.amount`,
        balance: sql`e.balance`,
      },
      from: sql`public.credit_entries e
        left join public.credit_entries r on r.id = e.reverses
        left join public.api_keys k on k.id = e.api_key_id
        where e.user_id = ${user}`,
    },
  ],
  keys: [
    {
      name: "key-created",
      key: sql`id::text`,
      at: sql`created_at`,
      columns: { subject: sql`name` },
      from: sql`public.api_keys where user_id = ${user}`,
    },
    {
      name: "key-revoked",
      key: sql`id::text`,
      at: sql`revoked_at`,
      columns: { subject: sql`name` },
      from: sql`public.api_keys where user_id = ${user} and revoked_at is not null`,
    },
  ],
  plan: [
    {
      name: "plan-requested",
      key: sql`id::text`,
      at: sql`created_at`,
      columns: { subject: sql`plan` },
      from: sql`public.plan_requests where user_id = ${user}`,
    },
    {
      name: "plan-decided",
      key: sql`id::text`,
      at: sql`decided_at`,
      columns: { kind: sql`state`, subject: sql`plan`, reason: sql`reason` },
      from: sql`public.plan_requests where user_id = ${user} and decided_at is not null`,
    },
  ],
  "sign-ins": [
    {
      name: "sign-in",
      // The log has no ids that its owner may read.
      key: sql`md5(concat_ws('/', action, provider, address))`,
      at: sql`happened_at`,
      columns: { kind: sql`action`, subject: sql`provider`, address: sql`address` },
      // Of the last 90 days; a thousand at most. Anyone may request a mail to anyone's address: a
      // stranger's requests would push everything else off the page.
      from: sql`public.own_sign_ins(1000) where action <> 'user_recovery_requested'`,
    },
  ],
});

/**
 * What administrators changed about the account's plan: not who did it or why, which is about the
 * administrators. Only they may read the audit log, so it is read with the service's permissions.
 */
const planChanges = (user: string): Source => ({
  name: "plan-changed",
  key: sql`id::text`,
  at: sql`happened_at`,
  columns: {
    subject: sql`after ->> 'plan'`,
    former: sql`before ->> 'plan'`,
    amount: sql`after ->> 'agreedCredits'`,
  },
  from: sql`public.audit_entries where subject = ${user} and action = 'user.plan'`,
});

const newestFirst = (one: ActivityRow, other: ActivityRow) =>
  other.moment - one.moment || (one.id < other.id ? 1 : -1);

/**
 * The events of the signed-in user's account, newest first.
 *
 * @param after where the previous page ended; none for the newest
 * @returns at most `limit` events, and where the next page begins, if there is one
 * @throws a 400 Response when `after` is not a position in it
 */
export async function readActivityPage(
  claims: Claims,
  kinds: readonly ActivityKind[],
  limit: number,
  after?: string,
): Promise<{ events: ActivityRow[]; next: string | null }> {
  const place = decodeCursor(cursor, after);
  const user = claims.sub;
  const bySource = ownSources(user);
  const own = kinds.flatMap((kind) => bySource[kind] ?? []);
  const select = (source: Source) => newestOf(source, limit + 1, place);
  const [mine, changes] = await Promise.all([
    withUser(claims, (tx) => tx.execute(sql.join(own.map(select), sql` union all `))),
    kinds.includes("plan") ? withService((tx) => tx.execute(select(planChanges(user)))) : [],
  ]);
  const found = [...rows.parse([...mine]), ...rows.parse([...changes])].sort(newestFirst);
  const events = found.slice(0, limit);
  const last = events.at(-1);
  const next = found.length > limit && last ? encodeCursor([last.moment, last.id]) : null;
  return { events, next };
}
