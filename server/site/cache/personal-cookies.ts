import { sessionCookie } from "~/account/session/session.server";
import { previewCookie } from "~/preview/preview-session.server";
import { flashCookie } from "~/toasts/flash-toast.server";

/**
 * A request with one of these cookies gets a page rendered for it alone. What else is not cached is
 * decided by `cache-key.ts`.
 */
export const personalCookies: readonly string[] = [
  sessionCookie,
  flashCookie.name,
  previewCookie.name,
];
