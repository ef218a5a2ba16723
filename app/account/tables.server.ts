import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { AuditDetail } from "./audit";
import { roles } from "./viewer";

/** The tables of supabase/migrations as drizzle sees them: names and types only, rules live in the SQL. */
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
  address: text("address"),
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

export const recoveryCodes = pgTable("recovery_codes", {
  owner: uuid("owner").notNull(),
  hash: text("hash").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  usedAt: timestamp("used_at", { withTimezone: true }),
});
