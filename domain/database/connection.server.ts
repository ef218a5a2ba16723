import postgres from "postgres";
import { parseDatabaseUrl } from "@platen/kit";

/** Opens connections to a Postgres, wherever it is. */
export function connect<Types extends Record<string, postgres.PostgresType> = Record<never, never>>(
  given: string,
  options: postgres.Options<Types>,
) {
  const { connectionUrl, settings } = parseDatabaseUrl(given);
  // The transaction pooler of hosted projects shares connections between clients: named statements
  // would collide.
  return postgres(connectionUrl, { ...settings, prepare: false, onnotice: () => {}, ...options });
}
