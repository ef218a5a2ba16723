import { boolean, customType, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
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
