import { createHmac } from "node:crypto";
import { safeEqual } from "@platen/kit";
import { z } from "zod";
import { environment } from "@domain/environment.server";
import { withoutDataSuffix } from "~/route-facts";
import { pathWithFields } from "~/account/sign-in/return-to";

/** The query parameter of a page whose form was interrupted by a request to sign in again. */
const parameter = "unfinished";

/** How long typed values can be restored, in milliseconds: a sign-in by email takes a while. */
const lifetime = 3_600_000;

/** The maximum length of the page's URL, so that it fits into the sign-in page's return URL. */
const maxLength = 900;

const payloadSchema = z.object({ expiresAt: z.number(), typed: z.record(z.string(), z.string()) });

/**
 * The page of a form that was interrupted, with what was typed into it. It is signed for this user
 * and page, because otherwise a crafted link could pre-fill the form, under the site's own message
 * that it only has to be sent once more, and trick an administrator into granting a role.
 */
export function pathWithFormValues(
  request: Request,
  viewerId: string,
  typed: Record<string, string>,
): string {
  const expiresAt = Date.now() + lifetime;
  const pathCarrying = (fields: Record<string, string>) => {
    const value = Buffer.from(JSON.stringify({ expiresAt, typed: fields })).toString("base64url");
    const signed = `${value}.${signatureOf(request, viewerId, value)}`;
    return pathWithFields(request, { [parameter]: signed });
  };
  const path = pathCarrying(typed);
  return path.length > maxLength ? pathCarrying({}) : path;
}

/**
 * What this user typed on this page before a fresh sign-in was required.
 *
 * @returns null unless `pathWithFormValues` made the URL, for this user and within the hour
 */
export function readFormValues(request: Request, viewerId: string): Record<string, string> | null {
  const [value = "", signature = ""] =
    new URL(request.url).searchParams.get(parameter)?.split(".") ?? [];
  if (!safeEqual(signature, signatureOf(request, viewerId, value))) return null;
  const { expiresAt, typed } = payloadSchema.parse(
    JSON.parse(Buffer.from(value, "base64url").toString()),
  );
  return expiresAt > Date.now() ? typed : null;
}

function signatureOf({ url }: Request, viewerId: string, value: string): string {
  const page = withoutDataSuffix(new URL(url).pathname);
  return createHmac("sha256", environment.SUPABASE_SECRET_KEY)
    .update(`typed before a fresh sign-in: ${JSON.stringify([viewerId, page, value])}`)
    .digest("base64url");
}
