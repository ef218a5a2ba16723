/**
 * Why a preview shows no drafts: its secret (expired, forged, made for another site) or its user's
 * session.
 */
export type PreviewProblem = "secret" | "session";

/** What a request that carries the preview's cookie sees. */
export type PreviewState =
  /** Without drafts where the Studio shows the published versions. */
  { drafts: boolean; problem: null } | { drafts: false; problem: PreviewProblem };
