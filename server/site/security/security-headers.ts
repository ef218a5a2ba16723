import { cspReportPath } from "../observe/csp-reports";

/**
 * The kind of a response, as far as its security headers differ: a file or the response of an API
 * is not a document, and runs nothing by itself.
 */
export type Surface = "page" | "preview" | "studio" | "api" | "file";

export interface SecurityContext {
  surface: Surface;
  /** What allows a page's inline scripts: their hashes, or the nonce that they carry. */
  scriptSources: readonly string[];
  /** What allows the styles in a page: their hash. */
  styleSources: readonly string[];
  /** What {@link strictTransport} says: null unless visitors reach the site over https. */
  hsts: string | null;
  /** Other hosts that serve content images (a hosted lake's); none when the lake is embedded. */
  imageHosts: readonly string[];
  /** The host of the analytics provider's script, to which it reports; none without a provider. */
  analyticsHosts: readonly string[];
  /** The hosts of the video players that pages may show; none unless VIDEO_PLAYERS names them. */
  frameHosts: readonly string[];
  /** Hosts that the Studio of a hosted lake connects to; none when the lake is embedded. */
  studioHosts: readonly string[];
}

/**
 * The security headers of one response. Pure, so that a test can check all of them. Sources: W3C
 * CSP Level 3; the grading rules of the MDN HTTP Observatory.
 */
export function buildSecurityHeaders(context: SecurityContext): Record<string, string> {
  if (context.surface === "file") return fileHeaders;
  if (context.surface === "api") return apiHeaders(context.hsts);
  return {
    "Content-Security-Policy": policy(
      context.surface === "studio" ? studioDirectives(context) : pageDirectives(context),
      context.hsts !== null,
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": context.surface === "preview" ? "SAMEORIGIN" : "DENY",
    "Reporting-Endpoints": `csp="${cspReportPath}"`,
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    // Resources of other hosts (pictures of a hosted lake, the analytics script) are loaded without
    // cookies. The Studio shows what its plugins load from anywhere; and this policy requires a
    // header of frames that video players do not send.
    ...(context.surface !== "studio" &&
      context.frameHosts.length === 0 && { "Cross-Origin-Embedder-Policy": "credentialless" }),
    "Permissions-Policy":
      "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    ...(context.surface === "preview" && { "X-Robots-Tag": "noindex" }),
    ...hstsHeader(context.hsts),
  };
}

/** The hosts that HSTS holds for, as an operator chose. */
export type HstsScope = "host" | "subdomains" | "preload";

const hstsDirectives: Record<HstsScope, string> = {
  host: "max-age=63072000",
  subdomains: "max-age=63072000; includeSubDomains",
  preload: "max-age=63072000; includeSubDomains; preload",
};

/** The value of Strict-Transport-Security (RFC 6797): two years; null without https. */
export const strictTransport = (siteUrl: string, scope: HstsScope): string | null =>
  siteUrl.startsWith("https:") ? hstsDirectives[scope] : null;

const hstsHeader = (hsts: string | null): Record<string, string> =>
  hsts === null ? {} : { "Strict-Transport-Security": hsts };

/**
 * For a small file, most bytes would be headers. A picture opened by its URL is a document, but for
 * this policy.
 */
const fileHeaders = {
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/**
 * The headers of responses to programs, of redirects and of refusals; also of responses to what the
 * HTTP parser rejects, before the requested path is known. A page's policy would be most of their
 * bytes, and allow more.
 */
export function apiHeaders(hsts: string | null): Record<string, string> {
  return {
    ...fileHeaders,
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    ...hstsHeader(hsts),
  };
}

/**
 * The hash of the empty string: the overlays of a preview insert an empty style element into the
 * page and add rules to it by script, which is allowed. An element with rules of its own is
 * blocked.
 */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

type Directives = Record<string, readonly string[]>;

function pageDirectives(context: SecurityContext): Directives {
  const { surface, scriptSources, styleSources, imageHosts, analyticsHosts, frameHosts } = context;
  return {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...analyticsHosts, ...scriptSources],
    "style-src": ["'self'", ...styleSources, ...(surface === "preview" ? [emptyStyle] : [])],
    // React writes style attributes; they cannot load or run anything.
    "style-src-attr": ["'unsafe-inline'"],
    // data: for the blurred placeholders that are shown while an image loads.
    "img-src": ["'self'", "data:", ...imageHosts],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...analyticsHosts],
    ...(frameHosts.length > 0 && { "frame-src": frameHosts }),
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    // The Studio, on our own origin, shows previews in a frame; no page may frame what visitors
    // see.
    "frame-ancestors": [surface === "preview" ? "'self'" : "'none'"],
    // Scripts insert no markup or script into a page except through these. The overlays of a
    // preview insert the icons of our types (docs/decisions/0032).
    ...(surface !== "preview" && {
      "require-trusted-types-for": ["'script'"],
      "trusted-types": ["default", "site", "late"],
    }),
  };
}

function studioDirectives({ imageHosts, studioHosts }: SecurityContext): Directives {
  return {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    // styled-components inserts style elements at run time.
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", ...imageHosts],
    "media-src": ["'self'", "blob:"],
    "font-src": ["'self'", "data:"],
    "connect-src": ["'self'", ...studioHosts],
    "worker-src": ["'self'", "blob:"],
    "frame-src": ["'self'"],
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
}

function policy(directives: Directives, https: boolean): string {
  const parts = Object.entries(directives).map(([name, sources]) => `${name} ${sources.join(" ")}`);
  if (https) parts.push("upgrade-insecure-requests");
  // The first is for browsers that do not know the second.
  parts.push(`report-uri ${cspReportPath}`, "report-to csp");
  return parts.join("; ");
}
