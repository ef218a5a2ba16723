import type { Queryable } from "@platen/postgres/database";
import { AuthError } from "../errors";
import { findUserById, type User } from "./users";

/** Reads an account. Throws 404 when it has been deleted in the meantime. */
export async function requireUser(db: Queryable, id: string): Promise<User> {
  const user = await findUserById(db, id);
  if (!user) throw new AuthError(404, "user_not_found", "User not found");
  return user;
}
