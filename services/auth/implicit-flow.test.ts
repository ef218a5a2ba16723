import { afterAll, beforeAll, expect, test } from "vitest";
import { call, secretKey, startTestService, type TestService } from "./testing/service";

/**
 * Tokens in the URL itself (the flow without PKCE) are never sent to a URL that only a wildcard of
 * the allow-list covers.
 */

const site = "https://platen.example";
const exact = "https://app.platen.example/in";
const covered = "https://preview-7.platen.example/in";
const challenge = { code_challenge: "x".repeat(43), code_challenge_method: "plain" };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    siteUrl: site,
    redirectAllowList: [exact, "https://*.platen.example/**"],
    providers: [{ kind: "github", url: "http://127.0.0.1:2", clientId: "a", clientSecret: "b" }],
  });
});
afterAll(() => service.close());

const authorize = (query: Record<string, string>) =>
  call(
    service.auth,
    "GET",
    `authorize?${new URLSearchParams({ provider: "github", ...query }).toString()}`,
    { key: null },
  );

test("an outside account is asked for without PKCE only where the redirect is exact", async () => {
  expect(await authorize({ redirect_to: covered })).toMatchObject({
    status: 400,
    body: { code: "validation_failed", message: expect.stringContaining("PKCE") },
  });
  // Where an editor's redirect may lead to another host.
  expect(await authorize({ redirect_to: `${site}/spring-offer` })).toMatchObject({ status: 400 });
  expect(await authorize({ redirect_to: exact })).toMatchObject({ status: 302 });
  expect(await authorize({ redirect_to: covered, ...challenge })).toMatchObject({ status: 302 });
});

/** Opens the link of a mail. @returns where it leads */
async function followLinkTo(redirectTo: string): Promise<string> {
  const { body } = await call(service.auth, "POST", "admin/generate_link", {
    key: secretKey,
    token: secretKey,
    body: { type: "magiclink", email: "ann@platen.example", redirect_to: redirectTo },
  });
  const link = String(body.action_link);
  const { headers } = await call(service.auth, "GET", `verify${new URL(link).search}`, {
    key: null,
  });
  return headers.get("location") ?? "";
}

test("the link of a mail carries a session only to the site or to an exact redirect", async () => {
  expect(await followLinkTo(exact)).toMatch(/^https:\/\/app\.platen\.example\/in#access_token=/);
  expect(await followLinkTo(covered)).toMatch(/^https:\/\/platen\.example\/#access_token=/);
});
