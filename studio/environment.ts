/**
 * Which lake this build talks to. `sanity build` replaces `process.env.SANITY_STUDIO_*` with the
 * values at build time, so each name must be written out in full.
 */
const hostedProjectId = process.env.SANITY_STUDIO_PROJECT_ID;
const hostedDataset = process.env.SANITY_STUDIO_DATASET;

/**
 * True when the build is configured for a hosted project; false for the embedded lake behind the
 * site.
 */
export const isHosted = !!hostedProjectId;

/** Sanity project id; `local` names the embedded lake. */
export const projectId = hostedProjectId || "local";

/** Dataset name within the project. */
export const dataset = hostedDataset || "production";
