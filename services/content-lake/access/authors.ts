import type { Database } from "@platen/postgres/database";
import { service } from "./identity";
import { scriptId, type Tokens } from "./tokens";

/**
 * The author of a revision: this machine (seed, commands), a script with its token, or a user of
 * the site. A revoked token may not write.
 */
export type Author =
  { kind: "machine" } | { kind: "script"; mayWrite: boolean } | { kind: "user"; id: string };

/** Finds the author of a revision; undefined when no transaction has its id. */
export async function readAuthor(
  database: Database,
  tokens: Pick<Tokens, "all">,
  revision: string,
): Promise<Author | undefined> {
  const [row] = await database.query<{ author: string }>(
    "select author from lake.transactions where id = $1",
    [revision],
  );
  if (!row) return undefined;
  const { author } = row;
  if (author === service.id) return { kind: "machine" };
  if (!author.startsWith(scriptId(""))) return { kind: "user", id: author };
  const token = tokens.all.find(({ id }) => scriptId(id) === author);
  return { kind: "script", mayWrite: token?.mayWrite ?? false };
}
