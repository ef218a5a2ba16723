import { sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";

/*
 * Cursors of a list that is read page by page: the sort key and the id of a page's last row. Unlike
 * page numbers they stay correct while rows come and go, and the thousandth page is as quick as the
 * first.
 */

/** A cursor as a URL carries it. */
export const encodeCursor = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString("base64url");

/**
 * The cursor that a URL carries; undefined for the beginning. Throws a 400 Response for an invalid
 * one.
 */
export function decodeCursor<Place>(
  shape: z.ZodType<Place>,
  cursor: string | undefined,
): Place | undefined {
  if (!cursor) return undefined;
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw new Response("That is not a position in this list.", { status: 400 });
  }
}

/** A time in whole microseconds, which is what Postgres stores and a Date does not. */
export const microsecondsOf = (column: PgColumn): SQL<number> =>
  sql`(extract(epoch from ${column}) * 1000000)::bigint`.mapWith(Number);

/** The time, from microseconds since the epoch. */
export const instantOf = (microseconds: number): SQL =>
  sql`(timestamptz 'epoch' + ${microseconds}::double precision * interval '1 microsecond')`;
