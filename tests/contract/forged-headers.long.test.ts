import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AttackedSite, openAttackedSite } from "./support/attacked-site";
import type { RunningSite } from "./support/running-site";

/* Requests whose headers say what is not true: of another site, proxy, version or visitor. */

let attacked: AttackedSite;
let site: RunningSite;
let ask: AttackedSite["ask"];
let metric: AttackedSite["metric"];

beforeAll(async () => {
  attacked = await openAttackedSite();
  ({ site, ask, metric } = attacked);
});
beforeEach(() => attacked.useNextNetwork());
afterAll(() => attacked.stop());

test("a preview cookie that this server did not sign relaxes no header", async () => {
  const strict = (await ask("/login")).headers;
  for (const forged of ["preview=x", "preview=eyJ2aWV3ZXIiOiJhIn0%3D.c2ln", "__Host-preview=x"]) {
    const { headers } = await ask("/login", { headers: { Cookie: forged } });
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["x-frame-options"]).toBe(strict["x-frame-options"]);
    // A shared page names its scripts by their hashes, a personal one by a nonce.
    const withoutNonce = (policy: unknown) =>
      String(policy).replace(/ '(?:nonce|sha256)-[^']+'/g, "");
    expect(withoutNonce(headers["content-security-policy"])).toBe(
      withoutNonce(strict["content-security-policy"]),
    );
  }
});

describe("the page cache", () => {
  test.each([
    ["X-Forwarded-Host", "evil.example"],
    ["X-Forwarded-Proto", "gopher"],
    ["X-Forwarded-For", "203.0.113.66"],
    ["X-Original-URL", "/admin"],
    ["X-Rewrite-URL", "/admin"],
    ["X-HTTP-Method-Override", "DELETE"],
    ["Forwarded", "host=evil.example"],
    ["Host", "evil.example"],
    ["Accept-Language", "de-evil"],
    ["Accept", "application/evil"],
    ["User-Agent", "evil-agent"],
    ["Referer", "https://evil.example/"],
    ["Cookie", "theme=evil; _ga=evil"],
    ["Origin", "https://evil.example"],
    ["X-Remix-Redirect", "https://evil.example/"],
  ])("has nothing of %s, which is not in its key", async (name, value) => {
    // A separate page for each, whose first visitor is the attacker.
    const path = `/blog?tag=${name}`;
    const poisoned = await ask(path, { headers: { [name]: value } });
    const fromCache = await ask(path);
    expect(fromCache.headers["x-cache"]).toBe("hit");
    for (const { status, text, headers } of [poisoned, fromCache]) {
      expect(status).toBe(200);
      expect(text + JSON.stringify(headers)).not.toContain("evil");
    }
  });

  test("is not evicted by a flood of parameters, forms and paths", async () => {
    await ask("/about");
    await ask("/about");
    // The warm-up, which a slow machine has not finished, adds these, and nothing else does.
    const { length: pages } = (await ask("/sitemap.xml")).text.match(/<loc>/g) ?? [];
    const flood = Array.from({ length: 12 }, (_, n) => [
      ask(`/about?made=${n}`),
      ask(`/blog?tag=${n}`),
      ask(`/made/up/${n}`),
      ask(`/${"%61".repeat(n % 5)}bout?utm_source=${n}`),
      ask(`/about${"/".repeat(2 + n)}`),
    ]).flat();
    await Promise.all(flood);
    // And pages that the sitemap does not list, such as the feed.
    expect(await metric('site_page_cache_entries{partition="pages"}')).toBeLessThanOrEqual(
      pages + 5,
    );
    expect((await ask("/about")).headers["x-cache"]).toBe("hit");
  });
});

describe("a personal page", () => {
  test("uses the site's own host, whatever the Host header says", async () => {
    for (const name of ["Host", "X-Forwarded-Host"]) {
      const headers = { Cookie: "toast=x", [name]: "evil.example" };
      const page = await ask("/blog", { headers });
      expect(page.status).toBe(200);
      expect(page.text + JSON.stringify(page.headers)).not.toContain("evil.example");
    }
  });

  test("a form with a foreign X-Forwarded-Host is answered normally", async () => {
    const { status } = await ask("/login", {
      method: "POST",
      headers: {
        Origin: site.url,
        "X-Forwarded-Host": "evil.example",
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": "9",
      },
      body: "email=ada",
    });
    expect(status).toBe(400);
  });

  test("a form from another site is refused", async () => {
    const strange: Record<string, string>[] = [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
    ];
    for (const headers of strange)
      expect((await ask("/login", { method: "POST", headers })).status).toBe(403);
  });
});

describe("conditions and ranges", () => {
  test("a range request gets the whole page, and never an error", async () => {
    for (const Range of [
      "bytes=0-1",
      "bytes=0-,0-,0-,0-",
      "bytes=-99999999999",
      "bytes=9-1",
      "lines=1",
    ]) {
      for (const path of ["/about", "/favicon.svg"]) {
        const { status, headers } = await ask(path, { headers: { Range, "If-Range": '"x"' } });
        expect(status).toBe(200);
        expect(headers["content-range"]).toBeUndefined();
      }
    }
  });

  test("thousands of ETags, and malformed ones, take no time and match nothing", async () => {
    for (const tag of [Array(2_000).fill('"x"').join(","), '"', "W/", ",".repeat(5_000), '"\\"'])
      expect((await ask("/about", { headers: { "If-None-Match": tag } })).status).toBe(200);
  });

  test("a missing page is never a 304", async () => {
    expect((await ask("/nothing-here", { headers: { "If-None-Match": "*" } })).status).toBe(404);
  });
});

describe("browser errors", () => {
  const told = JSON.stringify({ page: "/about", message: "Nothing to press", stack: "" });

  test("are reported from every page, and reach the log", async () => {
    for (const path of ["/about", "/login"]) {
      const { text } = await ask(path);
      const [, address = ""] = /sendBeacon\("([^"]+)"/.exec(text) ?? [];
      const { status } = await ask(address, { method: "POST", body: told });
      expect(status).toBe(204);
    }
    const logged = site.log().split("\n");
    expect(logged.filter((line) => line.includes("Nothing to press"))).toHaveLength(2);
  });

  test("are accepted from the site's own pages only", async () => {
    const responses = [
      await ask("/browser-errors", {
        method: "POST",
        body: told,
        headers: { Origin: "https://evil.example" },
      }),
      await ask("/browser-errors", {
        method: "POST",
        body: told,
        headers: { "Sec-Fetch-Site": "cross-site" },
      }),
      await ask("/browser-errors"),
    ];
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 405]);
  });
});

describe("browser reports", () => {
  test("have their endpoint in the policy", async () => {
    const { headers } = await ask("/about");
    expect(headers["content-security-policy"]).toMatch(/report-uri \/csp-report; report-to csp$/);
    expect(headers["reporting-endpoints"]).toBe('csp="/csp-report"');
  });
});

describe("the metrics", () => {
  test.each([
    ["through a proxy", { "X-Forwarded-For": "203.0.113.5" }],
    ["by the site's public name", { Host: "platen.example" }],
  ])("are not shown %s", async (_name, headers) => {
    expect((await ask("/metrics", { headers })).status).toBe(404);
  });

  test("count requests, renderings, the cache and calls to services", async () => {
    await ask("/login", {
      method: "POST",
      headers: { Origin: site.url, "Content-Type": "application/x-www-form-urlencoded" },
      body: "email=nobody%40mail.example&password=correct-horse",
    });
    const { text, headers } = await ask("/metrics");
    expect(headers["content-type"]).toContain("text/plain");
    for (const name of [
      "site_requests_total{",
      "site_request_seconds_bucket{",
      'site_page_cache_total{outcome="hit"}',
      'site_page_cache_bytes{partition="pages"}',
      'site_page_cache_evictions{partition="pages"}',
      'site_service_seconds_count{service="lake",outcome="responded"}',
      'site_service_seconds_count{service="auth",outcome="responded"}',
      'site_service_seconds_count{service="database",outcome="responded"}',
      'site_service_calls{service="database"} 0',
      "nodejs_eventloop_lag_p99_seconds",
    ])
      expect(text).toContain(name);
    expect(text).toContain('route="/blog"');
    expect(text).not.toContain("made/up");
  });
});

test("none of these attacks caused a server error, and no secret or user reached the log", async () => {
  await ask("/login", {
    method: "POST",
    headers: { Origin: site.url, "Content-Type": "application/x-www-form-urlencoded" },
    body: "email=ada%40mail.example&password=correct-horse",
  });
  await ask("/auth/confirm?token_hash=pkce_verysecret&type=email");
  expect(site.log()).not.toMatch(/ada(?:@|%40)|correct-horse|verysecret|"status":500/);
});
