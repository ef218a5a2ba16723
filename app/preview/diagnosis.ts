import type { PreviewProblem } from "./state";

/** What is known of a preview in the browser. */
export interface Circumstances {
  /** What the server reported about the preview's cookie. */
  problem: PreviewProblem | null;
  /** The origin of this page, and the one that the site is configured with. */
  origin: string;
  siteOrigin: string;
  /**
   * What embeds the page, once it had time to respond: the Studio identifies itself. Null without a
   * frame.
   */
  frame: { sameOrigin: boolean; answered: boolean } | null;
  /** The response headers of this page, as the browser got them; null while they are not known. */
  headers: { frameOptions: string | null; policy: string | null } | null;
}

/** Which part of a preview is wrong, and what to do about it. */
export interface Diagnosis {
  part: "origin" | "secret" | "frame policy" | "session" | "Studio";
  advice: string;
}

/**
 * Names the one thing that keeps a preview from working; null when nothing is known to be wrong.
 */
export function diagnose(seen: Circumstances): Diagnosis | null {
  if (seen.problem === "session") {
    return {
      part: "session",
      advice: "You are signed out, or no longer an editor. Log in, then open the preview again.",
    };
  }
  if (seen.problem === "secret") {
    return {
      part: "secret",
      advice: "This preview has expired. Open it again from the Studio’s Preview tool.",
    };
  }
  if (seen.origin !== seen.siteOrigin) {
    return {
      part: "origin",
      advice: `This is ${seen.origin}, but the site is set up as ${seen.siteOrigin}. Open the Studio there, or correct SITE_URL.`,
    };
  }
  if (seen.headers && forbidsOurFrames(seen.headers)) {
    return {
      part: "frame policy",
      advice:
        "A server in front of the site forbids frames (X-Frame-Options or frame-ancestors), so the Studio cannot show this page.",
    };
  }
  if (seen.frame && !seen.frame.sameOrigin) {
    return {
      part: "origin",
      advice: `The frame around this page belongs to another site. Open the Studio at ${seen.siteOrigin}/studio.`,
    };
  }
  if (seen.frame && !seen.frame.answered) {
    return { part: "Studio", advice: "The Studio around this page is not responding. Reload it." };
  }
  return null;
}

function forbidsOurFrames({ frameOptions, policy }: NonNullable<Circumstances["headers"]>) {
  const ancestors = policy?.match(/frame-ancestors([^;,]*)/)?.[1];
  // A policy that names ancestors wins over the older header.
  if (ancestors !== undefined) return !/'self'|\*/.test(ancestors);
  return /deny/i.test(frameOptions ?? "");
}
