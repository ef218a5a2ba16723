import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  apiHeaders,
  buildSecurityHeaders,
  type SecurityContext,
  strictTransport,
} from "./security-headers";

const page: SecurityContext = {
  surface: "page",
  scriptSources: ["'nonce-abc123'"],
  styleSources: ["'sha256-of-our-styles'"],
  hsts: null,
  imageHosts: [],
  studioHosts: [],
  analyticsHosts: [],
  frameHosts: [],
};

const csp = (context: SecurityContext) =>
  buildSecurityHeaders(context)["Content-Security-Policy"]?.split("; ") ?? [];

test("a page runs only the site's scripts and those with its nonce", () => {
  expect(csp(page)).toContain("script-src 'self' 'nonce-abc123'");
  expect(csp(page)).toContain("default-src 'none'");
});

test("only style attributes are inline on a page", () => {
  const loose = csp(page).filter((directive) => directive.includes("unsafe"));
  expect(loose).toEqual(["style-src-attr 'unsafe-inline'"]);
});

test("only the site's own Trusted Types policies create markup", () => {
  expect(csp(page)).toContain("require-trusted-types-for 'script'");
  expect(csp(page)).toContain("trusted-types default site late");
});

test("requests of a page to other hosts carry no cookies", () => {
  for (const surface of ["page", "preview"] as const) {
    expect(buildSecurityHeaders({ ...page, surface })).toMatchObject({
      "Cross-Origin-Embedder-Policy": "credentialless",
    });
  }
});

test("the Studio connects only to the site's own origin", () => {
  expect(csp({ ...page, surface: "studio" })).toContain("connect-src 'self'");
});

test("nobody may frame a page or the Studio", () => {
  for (const surface of ["page", "studio"] as const) {
    expect(csp({ ...page, surface })).toContain("frame-ancestors 'none'");
    expect(buildSecurityHeaders({ ...page, surface })["X-Frame-Options"]).toBe("DENY");
  }
});

test("the site's own Studio may frame a preview, which search engines do not index", () => {
  const preview = { ...page, surface: "preview" } as const;
  expect(csp(preview)).toContain("frame-ancestors 'self'");
  expect(buildSecurityHeaders(preview)).toMatchObject({
    "X-Frame-Options": "SAMEORIGIN",
    "X-Robots-Tag": "noindex",
  });
  expect(buildSecurityHeaders(page)).not.toHaveProperty("X-Robots-Tag");
  // Overlays start from an empty style element.
  const nothing = createHash("sha256").update("").digest("base64");
  expect(csp(preview)).toContain(`style-src 'self' 'sha256-of-our-styles' 'sha256-${nothing}'`);
});

test("a page may load the analytics provider's scripts and report to it; the Studio may not", () => {
  const counted = { ...page, analyticsHosts: ["https://analytics.platen.example"] };
  expect(csp(counted)).toContain("connect-src 'self' https://analytics.platen.example");
  expect(csp(counted).find((directive) => directive.startsWith("script-src "))).toContain(
    "https://analytics.platen.example",
  );
  expect(csp({ ...counted, surface: "studio" }).join()).not.toContain("analytics");
});

const hsts = "max-age=63072000";

test("over https, browsers are told to stay on https", () => {
  for (const surface of ["page", "preview", "studio"] as const) {
    const plain = buildSecurityHeaders({ ...page, surface });
    expect(plain).not.toHaveProperty("Strict-Transport-Security");
    expect(buildSecurityHeaders({ ...page, surface, hsts })).toMatchObject({
      "Strict-Transport-Security": hsts,
    });
  }
});

test("whether subdomains stay on https as well, and in browsers' lists, is the operator's choice", () => {
  const https = (scope: Parameters<typeof strictTransport>[1]) =>
    strictTransport("https://platen.example", scope);
  expect(https("host")).toBe("max-age=63072000");
  expect(https("subdomains")).toBe("max-age=63072000; includeSubDomains");
  expect(https("preload")).toBe("max-age=63072000; includeSubDomains; preload");
  expect(strictTransport("http://localhost:3000", "preload")).toBeNull();
});

test("a hosted lake's images are allowed by host name", () => {
  expect(csp({ ...page, imageHosts: ["https://cdn.sanity.io"] })).toContain(
    "img-src 'self' data: https://cdn.sanity.io",
  );
});

test("a file gets fewer headers than a document, and cannot run scripts", () => {
  const headers = buildSecurityHeaders({ ...page, surface: "file", hsts });
  expect(headers["Content-Security-Policy"]).toMatch(/^default-src 'none'/);
  expect(headers["X-Content-Type-Options"]).toBe("nosniff");
  expect(JSON.stringify(headers).length).toBeLessThan(200);
});

test("browsers know where to report policy violations", () => {
  const headers = buildSecurityHeaders(page);
  expect(headers["Content-Security-Policy"]).toMatch(/; report-uri \/csp-report; report-to csp$/);
  expect(headers["Reporting-Endpoints"]).toBe('csp="/csp-report"');
});

test("a page is isolated, cannot be embedded by other origins, and gets no device permissions", () => {
  for (const surface of ["page", "preview", "studio"] as const) {
    const headers = buildSecurityHeaders({ ...page, surface });
    expect(headers).toMatchObject({
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Referrer-Policy": "strict-origin-when-cross-origin",
    });
    for (const device of ["camera", "geolocation", "microphone", "payment", "usb"])
      expect(headers["Permissions-Policy"]).toContain(`${device}=()`);
  }
});

test("what the parser refuses keeps browsers on https, and runs nothing", () => {
  expect(apiHeaders(hsts)["Strict-Transport-Security"]).toContain("max-age=63072000");
  expect(apiHeaders(null)).not.toHaveProperty("Strict-Transport-Security");
  expect(apiHeaders(null)["Content-Security-Policy"]).toContain("default-src 'none'");
});

test("video players are allowed where the setting names their hosts, and nowhere else", () => {
  const player = "https://player.vimeo.com";
  const headers = buildSecurityHeaders({ ...page, frameHosts: [player] });
  expect(headers["Content-Security-Policy"]).toContain(`frame-src ${player};`);
  // A player's response lacks the header that this one requires of frames.
  expect(headers).not.toHaveProperty("Cross-Origin-Embedder-Policy");
  expect(buildSecurityHeaders(page)["Content-Security-Policy"]).not.toContain("frame-src");
});
