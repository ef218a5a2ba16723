import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { hostCookieName, hostCookieOptions } from "~/http/host-cookie.server";
import type { FlashToast } from "./toast";

export const flashCookie = createCookie(hostCookieName("toast"), {
  ...hostCookieOptions,
  maxAge: 60,
});

const shape = z.object({
  title: z.string().max(200),
  description: z.string().max(500),
  variant: z.enum(["default", "success", "destructive"]),
});

/** Leaves a toast for the next page that this browser opens. */
export async function flashToast(responseHeaders: Headers, toast: FlashToast): Promise<void> {
  responseHeaders.append("Set-Cookie", await flashCookie.serialize(toast));
}

/**
 * Takes the toast that was left, if there is one, so that it shows once.
 *
 * @param pageHeaders headers that are sent only with a rendered page: a redirect passes the toast
 * on
 */
export async function consumeFlash(
  request: Request,
  pageHeaders: Headers,
): Promise<FlashToast | null> {
  const value: unknown = await flashCookie.parse(request.headers.get("Cookie"));
  if (value === null) return null;
  pageHeaders.append("Set-Cookie", await flashCookie.serialize("", { maxAge: 0 }));
  const parsed = shape.safeParse(value);
  return parsed.success ? parsed.data : null;
}
