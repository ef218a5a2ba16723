import { sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";

/*
 * Places in a list that is read page by page: the sort key and the id of a page's last row. Unlike a page's number they
 * stay right while rows come and go, and the thousandth page is as quick as the first.
 */

/** A place as an address carries it. */
export const encodeCursor = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString("base64url");

/** The place that an address means; undefined for the beginning. Throws a 400 Response when it means none. */
export function decodeCursor<Place>(
  shape: z.ZodType<Place>,
  cursor: string | undefined,
): Place | undefined {
  if (!cursor) return undefined;
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw new Response("That is no place in this list.", { status: 400 });
  }
}

/** A moment in whole microseconds, which is what Postgres keeps and a Date does not. */
export const microsecondsOf = (column: PgColumn): SQL<number> =>
  sql`(extract(epoch from ${column}) * 1000000)::bigint`.mapWith(Number);

/** The moment of so many microseconds. */
export const instantOf = (microseconds: number): SQL =>
  sql`(timestamptz 'epoch' + ${microseconds}::double precision * interval '1 microsecond')`;
