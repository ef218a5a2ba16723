import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { roles } from "@domain/accounts/viewer";

/** The state of a comment: only approved ones are shown. */
export const commentStates = ["pending", "approved", "rejected", "spam"] as const;

/** Whether a message still needs an administrator. */
export const messageStates = ["open", "closed"] as const;

/**
 * What an audit entry records of the state before or after: facts, never anything that opens an
 * account.
 */
export type AuditDetail = Record<string, string | number | boolean | null>;

/**
 * The tables of supabase/migrations as drizzle sees them: names and types only, constraints live in
 * the SQL.
 */
export const profiles = pgTable("profiles", {
  id: uuid("id").primaryKey(),
  email: text("email").notNull(),
  fullName: text("full_name"),
  avatarUrl: text("avatar_url"),
  role: text("role", { enum: roles }).notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
  bannedUntil: timestamp("banned_until", { withTimezone: true }),
  deletedAt: timestamp("deleted_at", { withTimezone: true }),
  closesAt: timestamp("closes_at", { withTimezone: true }),
  version: integer("version").notNull().default(1),
  sortName: text("sort_name").generatedAlwaysAs(sql`lower(coalesce(full_name, ''))`),
});

export const auditEntries = pgTable("audit_entries", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  happenedAt: timestamp("happened_at", { withTimezone: true }).notNull().defaultNow(),
  actor: uuid("actor"),
  actorName: text("actor_name").notNull(),
  action: text("action").notNull(),
  subject: uuid("subject"),
  subjectName: text("subject_name"),
  ipAddress: text("address"),
  reason: text("reason"),
  before: jsonb("before").$type<AuditDetail>(),
  after: jsonb("after").$type<AuditDetail>(),
});

export const firstAdmin = pgTable("first_admin", {
  onlyRow: boolean("only_row").primaryKey().default(true),
  claimedAt: timestamp("claimed_at", { withTimezone: true }).notNull().defaultNow(),
  userId: uuid("user_id"),
});

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const avatars = pgTable("avatars", {
  owner: uuid("owner").primaryKey(),
  hash: text("hash").notNull(),
  picture: bytea("picture").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
});

export const subscriptions = pgTable("subscriptions", {
  userId: uuid("user_id").primaryKey(),
  plan: text("plan").notNull().default("free"),
  agreedCredits: integer("agreed_credits"),
  anchor: timestamp("anchor", { withTimezone: true }).notNull().defaultNow(),
  scheduledPlan: text("coming_plan"),
  scheduledFor: timestamp("coming_at", { withTimezone: true }),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

export const planRequests = pgTable("plan_requests", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  plan: text("plan").notNull(),
  state: text("state", { enum: ["waiting", "approved", "refused", "withdrawn"] })
    .notNull()
    .default("waiting"),
  decidedBy: uuid("decided_by"),
  decidedAt: timestamp("decided_at", { withTimezone: true }),
  reason: text("reason"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const apiKeys = pgTable("api_keys", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  name: text("name").notNull(),
  prefix: text("prefix").notNull(),
  hash: text("hash").notNull(),
  scopes: text("scopes").array().notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp("expires_at", { withTimezone: true }),
  lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
  revokedAt: timestamp("revoked_at", { withTimezone: true }),
  rotatedTo: uuid("rotated_to"),
});

export const serviceKeys = pgTable("service_keys", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  prefix: text("prefix").notNull(),
  hash: text("hash").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
  revokedAt: timestamp("revoked_at", { withTimezone: true }),
});

/** Number, balance and time are filled in by the database. */
export const creditEntries = pgTable("credit_entries", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  number: integer("number").notNull().default(0),
  kind: text("kind", { enum: ["grant", "debit", "reversal", "adjustment"] }).notNull(),
  amount: integer("amount").notNull(),
  balance: integer("balance").notNull().default(0),
  periodStart: timestamp("period_start", { withTimezone: true }).notNull(),
  operation: text("operation"),
  apiKeyId: uuid("api_key_id"),
  reason: text("reason"),
  decidedBy: uuid("decided_by"),
  reverses: uuid("reverses"),
  idempotencyKey: text("idempotency_key").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const recoveryCodes = pgTable("recovery_codes", {
  owner: uuid("owner").notNull(),
  hash: text("hash").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  usedAt: timestamp("used_at", { withTimezone: true }),
});

/** The key of the hashes of a day's networks. */
export const networkKeys = pgTable("network_keys", {
  day: date("day").primaryKey(),
  key: text("key").notNull(),
});

export const likes = pgTable("likes", {
  article: text("article").notNull(),
  userId: uuid("user_id"),
  visitor: text("visitor"),
  network: text("network"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const comments = pgTable("comments", {
  id: uuid("id").primaryKey().defaultRandom(),
  article: text("article").notNull(),
  parent: uuid("parent"),
  form: uuid("form").notNull(),
  userId: uuid("user_id"),
  visitor: text("visitor"),
  authorName: text("author_name").notNull(),
  email: text("email"),
  body: text("body").notNull(),
  state: text("state", { enum: commentStates }).notNull().default("pending"),
  network: text("network"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  decidedAt: timestamp("decided_at", { withTimezone: true }),
});

export const messages = pgTable("messages", {
  id: uuid("id").primaryKey().defaultRandom(),
  form: uuid("form").notNull(),
  userId: uuid("user_id"),
  senderName: text("sender_name").notNull(),
  email: text("email").notNull(),
  company: text("company").notNull().default(""),
  subject: text("subject").notNull(),
  body: text("body").notNull(),
  state: text("state", { enum: messageStates }).notNull().default("open"),
  assignee: uuid("assignee"),
  network: text("network"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  closedAt: timestamp("closed_at", { withTimezone: true }),
});
