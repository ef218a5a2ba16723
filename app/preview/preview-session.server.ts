import { createHmac } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { validatePreviewUrl } from "@sanity/preview-url-secret";
import { urlSearchParamPreviewPerspective } from "@sanity/preview-url-secret/constants";
import { z } from "zod";
import { viewerOf } from "~/account/session/viewer.server";
import { returnPath } from "~/account/sign-in/return-to";
import { can } from "@domain/accounts/permissions";
import type { Session } from "~/account/session/session.server";
import { client } from "~/content/reading/client.server";
import { environment } from "@domain/environment.server";
import { hostCookieName, hostCookieOptions } from "~/http/host-cookie.server";
import type { PreviewProblem, PreviewState } from "./state";

/** A working day: a preview that was forgotten must not show drafts forever on a shared machine. */
const lifetimeSeconds = 12 * 3_600;

/** Signed with a key that browsers never see: only the server starts a preview. */
export const previewCookie = createCookie(hostCookieName("preview"), {
  ...hostCookieOptions,
  secrets: [
    createHmac("sha256", environment.SUPABASE_SECRET_KEY).update("preview session").digest("hex"),
  ],
});

const shape = z.object({
  viewer: z.string(),
  until: z.number(),
  /** Whether the Studio shows the published versions. */
  published: z.boolean().optional(),
});

/**
 * Whether the `Cookie` header carries a preview that this server started, even if it is expired or
 * another user's: its responses may be framed by the Studio. A cookie that anyone could have
 * planted must not loosen the headers of a page.
 */
export async function hasPreviewCookie(cookies: string | undefined): Promise<boolean> {
  if (!cookies?.includes(`${previewCookie.name}=`)) return false;
  return shape.safeParse(await previewCookie.parse(cookies).catch(() => null)).success;
}

/**
 * Which drafts a request may see: the cookie must be signed by us and unexpired, and the viewer
 * must be the one who opened the preview and still have access to the Studio.
 *
 * @returns null for a request without a preview
 */
export async function readPreview(
  request: Request,
  session: Session,
): Promise<PreviewState | null> {
  const header = request.headers.get("Cookie");
  if (!header?.includes(`${previewCookie.name}=`)) return null;
  const parsed = shape.safeParse(await previewCookie.parse(header).catch(() => null));
  if (!parsed.success || parsed.data.until < Date.now())
    return { drafts: false, problem: "secret" };
  const viewer = await viewerOf(session);
  const isTheirs = viewer?.id === parsed.data.viewer && can(viewer, "studio.open");
  if (!isTheirs) return { drafts: false, problem: "session" };
  return { drafts: !parsed.data.published, problem: null };
}

/**
 * Opens a preview for the URL that the Studio calls: it carries a secret that only users who may
 * write to the lake can have put there.
 */
export async function openPreview(
  request: Request,
  session: Session,
): Promise<{ problem: PreviewProblem } | { problem: null; path: string; cookie: string }> {
  const viewer = await viewerOf(session);
  if (!viewer || !can(viewer, "studio.open")) return { problem: "session" };
  const { isValid, redirectTo, studioPreviewPerspective } = await validatePreviewUrl(
    client,
    request.url,
  );
  if (!isValid) return { problem: "secret" };
  const until = Date.now() + lifetimeSeconds * 1_000;
  // The Studio requests the URL again when its user chooses another perspective.
  const published = studioPreviewPerspective === "published";
  return {
    problem: null,
    path: pageOf(redirectTo),
    cookie: await previewCookie.serialize({ viewer: viewer.id, until, published }),
  };
}

/** A path of this site, without the parameters that are only for the Studio's frame. */
function pageOf(candidate: string | undefined): string {
  const url = new URL(returnPath(candidate), "http://site.invalid");
  // The Studio remembers a page that was refused like any other, and would request that refusal
  // again.
  if (url.pathname === "/preview/enable") return "/";
  url.searchParams.delete(urlSearchParamPreviewPerspective);
  return url.pathname + url.search + url.hash;
}

/** Ends the preview in the browser that receives it. */
export const closePreview = () => previewCookie.serialize("", { maxAge: 0 });
