import { sql } from "drizzle-orm";
import { z } from "zod";
import { withService } from "@domain/database/database.server";
import type { Viewer } from "@domain/accounts/viewer";
import { environment } from "@domain/environment.server";
import { AvatarError } from "./avatar.server";

/** How many accounts that are younger than this may have a picture: 100 MB. */
const maxNewPictures = 1_000;
const newForDays = 30;

const rowsSchema = z.array(z.object({ full: z.boolean() }));

/**
 * Refuses the first picture of a new account when new accounts have too many already. Only where
 * accounts confirm themselves, for want of a mail server: there one network filled 0.08 GB a day
 * with accounts that have pictures.
 *
 * @throws {AvatarError} a sentence for the form
 */
export async function requireRoomForPicture({ id, role }: Pick<Viewer, "id" | "role">) {
  // The backend names the folder of its mails only where it has no mail server.
  if (environment.OUTBOX === undefined || role !== "User") return;
  const rows = await withService((tx) =>
    tx.execute(sql`
      with new_profiles as (
        select p.id from public.profiles p where p.created_at > now() - make_interval(days => ${newForDays}::int)
      )
      select exists (select 1 from new_profiles where id = ${id}::uuid)
        and not exists (select 1 from public.avatars where owner = ${id}::uuid) and exists (
        select 1 from public.avatars a join new_profiles p on p.id = a.owner
        offset ${maxNewPictures - 1}::int
      ) as full`),
  );
  if (!rowsSchema.parse([...rows])[0]?.full) return;
  throw new AvatarError(
    "Too many new accounts have a picture already. Save your name without one, and add it later.",
  );
}
