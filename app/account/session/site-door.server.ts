import { contentChanged, onContentChange } from "~/content/content-events.server";
import { checkLake, readingDrafts, watchReading } from "~/content/read.server";
import { TaggedCache } from "~/content/tagged-cache";
import { hasPreviewCookie, previewCookie, readPreview } from "~/preview/session.server";
import { answerGateway } from "~/gateway/gateway-routes.server";
import { pageOfPicture, versionOf } from "~/seo/open-graph/og-image-url";
import { isPictureSigned } from "~/seo/open-graph/signature.server";
import { flashCookie } from "~/shell/flash-toast.server";
import { maxBodyBytes } from "~/http/request-body.server";
import { serviceCalls } from "~/resilience/service-calls.server";
import { deleteClosedAccounts } from "~/account/own-data/closed-accounts.server";
import { withService } from "~/account/database/database.server";
import { firstAdminIsMissing } from "~/account/sign-in/first-admin.server";
import { viewerOf } from "~/account/profile/profile.server";
import { returnPath } from "~/account/sign-in/return-to";
import { mayOpenStudio } from "./permissions";
import { openSession, sessionCookie, type Session } from "./session.server";

/** Whether a request may reach the lake through the site, and as which user. */
export type LakeAccess =
  | { allowed: true; identity: LakeIdentity }
  | { allowed: false; reason: "signed-out" | "forbidden" };

export interface LakeIdentity {
  id: string;
  name: string;
  email: string;
  role: "administrator" | "editor";
}

/**
 * Only editors and administrators open the Studio; the lake gets their name from the site, never
 * from the browser. While a stream outlives its request, the same session may be checked again: the
 * database shows nothing to a session that has ended.
 */
async function lakeAccess(session: Session): Promise<LakeAccess> {
  const viewer = await viewerOf(session);
  if (!viewer) return { allowed: false, reason: "signed-out" };
  if (!mayOpenStudio(viewer)) return { allowed: false, reason: "forbidden" };
  const { id, email, fullName, role } = viewer;
  return {
    allowed: true,
    identity: {
      id,
      email,
      name: fullName ?? email,
      role: role === "Admin" ? "administrator" : "editor",
    },
  };
}

/** Throws when a service that the site depends on does not respond. */
async function checkServices(): Promise<void> {
  await Promise.all([checkLake(), withService((tx) => tx.execute("select 1"))]);
}

/** The app's API for the HTTP server, beside its pages. */
export const siteDoor = {
  openSession,
  returnPath,
  lakeAccess,
  checkServices,
  gateway: answerGateway,
  maxBodyBytes,
  deleteClosedAccounts,
  firstAdminIsMissing,
  onContentChange,
  contentChanged,
  watchReading,
  serviceCalls,
  readPreview,
  readingDrafts,
  TaggedCache,
  pictures: { pageOfPicture, isPictureSigned, versionOf },
  sessionCookie,
  /** A request with one of these cookies gets a page rendered for it alone. */
  personalCookies: [sessionCookie, flashCookie.name, previewCookie.name],
  hasPreviewCookie,
};

export type SiteDoor = typeof siteDoor;
