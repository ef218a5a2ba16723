import { createHmac } from "node:crypto";
import { safeEqual } from "@platen/kit";
import { environment } from "@domain/environment.server";

/** Signs a page's path, for the URL of its picture. All site processes make the same signature. */
export function signPicture(path: string): string {
  const page = path.length > 1 ? path.replace(/\/$/, "") : path;
  return createHmac("sha256", environment.SUPABASE_SECRET_KEY)
    .update(`open graph picture of ${page}`)
    .digest("base64url")
    .slice(0, 16);
}

/** Whether the signature is ours for this path. */
export function isPictureSigned(path: string, signature: string): boolean {
  return safeEqual(signature, signPicture(path));
}
