import { withService } from "@domain/database/database.server";
import { checkLake } from "~/content/reading/lake-circuit-breaker.server";

/** Throws when a service that the site depends on does not respond. */
export async function checkServices(): Promise<void> {
  await Promise.all([checkLake(), withService((tx) => tx.execute("select 1"))]);
}
