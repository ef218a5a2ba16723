import { and, asc, desc, eq, gt } from "drizzle-orm";
import { readableOfKey } from "@domain/api-keys/api-key.server";
import { secondFactorsOf } from "~/account/two-factor/second-factors.server";
import { withService, withUser } from "@domain/database/database.server";
import { ownSessions, ownSignIns } from "~/account/session/own-sessions.server";
import { recoveryState } from "~/account/two-factor/recovery-codes.server";
import type { Session } from "~/account/session/session.server";
import type { Claims } from "@domain/accounts/claims";
import {
  apiKeys,
  auditEntries,
  avatars,
  comments,
  creditEntries,
  likes,
  messages,
  planRequests,
  profiles,
  subscriptions,
} from "@domain/database/tables.server";

/** How many rows of a list are in memory at a time. */
const entriesAtOnce = 1_000;

/**
 * Everything that we store about the user of these claims, as the parts of one JSON document: never
 * what would open the account, which nobody needs to read. A part is read when the one before it
 * has been consumed.
 *
 * @throws a Response when a service does not respond
 */
export async function* ownData(session: Session, claims: Claims): AsyncGenerator<string> {
  const facts = JSON.stringify(await readFacts(session, claims), null, 2);
  yield `${facts.slice(0, -2)},\n  "creditEntries": `;
  yield* list((last?: Entry) => readEntries(claims, last?.number ?? 0));
  yield `,\n  "comments": `;
  yield* list((last?: OwnComment) => readComments(claims, last?.id));
  yield `,\n  "likes": `;
  yield* list((last?: OwnLike) => readLikes(claims, last?.article));
  yield `,\n  "messages": `;
  yield* list((last?: OwnMessage) => readMessages(claims, last?.id));
  yield "\n}\n";
}

/** Rows as the parts of a JSON list. `read` gets the last row of those before. */
async function* list<Row>(read: (last?: Row) => Promise<Row[]>): AsyncGenerator<string> {
  yield "[";
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    if (rows.length === 0) break;
    const lines = rows.map((row) => `\n    ${JSON.stringify(row)}`).join(",");
    yield last === undefined ? lines : `,${lines}`;
    last = rows.at(-1);
  }
  yield "\n  ]";
}

async function readFacts(session: Session, claims: Claims) {
  const mine = claims.sub;
  const [stored, administration, external, secondFactors, recovery, sessions, signIns] =
    await Promise.all([
      withUser(claims, async (tx) => {
        const [profile] = await tx.select().from(profiles).where(eq(profiles.id, mine));
        const [avatar] = await tx.select().from(avatars).where(eq(avatars.owner, mine));
        const [plan] = await tx.select().from(subscriptions).where(eq(subscriptions.userId, mine));
        const requests = await tx
          .select()
          .from(planRequests)
          .where(eq(planRequests.userId, mine))
          .orderBy(desc(planRequests.createdAt));
        const keys = await tx
          .select(readableOfKey)
          .from(apiKeys)
          .where(eq(apiKeys.userId, mine))
          .orderBy(desc(apiKeys.createdAt));
        return { profile, avatar, plan, requests, keys };
      }),
      administratorActions(mine),
      externalAccounts(session),
      secondFactorsOf(session),
      recoveryState(claims),
      ownSessions(claims),
      ownSignIns(claims, 1_000),
    ]);
  const { profile, avatar, plan, requests, keys } = stored;
  return {
    writtenAt: new Date(),
    profile: profile && {
      id: profile.id,
      email: profile.email,
      fullName: profile.fullName,
      role: profile.role,
      confirmedAt: profile.confirmedAt,
      createdAt: profile.createdAt,
      updatedAt: profile.updatedAt,
      closesAt: profile.closesAt,
    },
    picture: avatar ? `data:image/webp;base64,${avatar.picture.toString("base64")}` : null,
    externalAccounts: external,
    secondFactors,
    recoveryCodes: recovery,
    sessions,
    signIns,
    plan: plan ?? null,
    planRequests: requests,
    apiKeys: keys,
    administratorActions: administration,
    consents: "Your cookie preferences stay in your browser: we have no copy of them.",
  };
}

/**
 * What administrators did to an account and when; not who did it or why, which is about the
 * administrators.
 */
function administratorActions(id: string) {
  const { happenedAt, action } = auditEntries;
  return withService((tx) =>
    tx
      .select({ happenedAt, action })
      .from(auditEntries)
      .where(eq(auditEntries.subject, id))
      .orderBy(desc(happenedAt))
      .limit(entriesAtOnce),
  );
}

/** The external accounts that the user signs in with. */
async function externalAccounts({ auth }: Session) {
  const { data } = await auth.getUser();
  return (data.user?.identities ?? [])
    .filter(({ provider }) => provider !== "email")
    .map(({ provider, identity_data, created_at, last_sign_in_at }) => ({
      provider,
      profileData: identity_data ?? {},
      connectedAt: created_at,
      lastSignInAt: last_sign_in_at,
    }));
}

function readEntries(claims: Claims, after: number) {
  const { number, kind, amount, balance, periodStart, operation, reason, createdAt } =
    creditEntries;
  return withUser(claims, (tx) =>
    tx
      .select({ number, kind, amount, balance, periodStart, operation, reason, createdAt })
      .from(creditEntries)
      .where(and(eq(creditEntries.userId, claims.sub), gt(number, after)))
      .orderBy(asc(number))
      .limit(entriesAtOnce),
  );
}

type Entry = Awaited<ReturnType<typeof readEntries>>[number];

function readComments(claims: Claims, after: string | undefined) {
  const { id, article, parent, authorName, body, state, createdAt } = comments;
  return withUser(claims, (tx) =>
    tx
      .select({ id, article, inReplyTo: parent, name: authorName, text: body, state, createdAt })
      .from(comments)
      .where(and(eq(comments.userId, claims.sub), after ? gt(id, after) : undefined))
      .orderBy(asc(id))
      .limit(entriesAtOnce),
  );
}

type OwnComment = Awaited<ReturnType<typeof readComments>>[number];

function readLikes(claims: Claims, after: string | undefined) {
  const { article, createdAt } = likes;
  return withUser(claims, (tx) =>
    tx
      .select({ article, createdAt })
      .from(likes)
      .where(and(eq(likes.userId, claims.sub), after ? gt(article, after) : undefined))
      .orderBy(asc(article))
      .limit(entriesAtOnce),
  );
}

type OwnLike = Awaited<ReturnType<typeof readLikes>>[number];

/** How many messages are in memory at a time: each may have 20 kB. */
const messagesAtOnce = 100;

function readMessages(claims: Claims, after: string | undefined) {
  const { id, senderName, email, company, subject, body, state, createdAt } = messages;
  return withUser(claims, (tx) =>
    tx
      .select({ id, name: senderName, email, company, subject, text: body, state, createdAt })
      .from(messages)
      .where(and(eq(messages.userId, claims.sub), after ? gt(id, after) : undefined))
      .orderBy(asc(id))
      .limit(messagesAtOnce),
  );
}

type OwnMessage = Awaited<ReturnType<typeof readMessages>>[number];
