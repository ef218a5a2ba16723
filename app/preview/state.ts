/**
 * Why a preview shows no drafts: its secret (expired, forged, made for another site) or its user's
 * session.
 */
export type PreviewProblem = "secret" | "session";

/** What a request that carries the preview's cookie sees. */
export type PreviewState =
  | { drafts: true; problem: null }
  /** The Studio shows the published versions, and so does its preview. */
  | { drafts: false; problem: null }
  | { drafts: false; problem: PreviewProblem };
