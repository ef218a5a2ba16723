import { afterAll, beforeAll, expect, test } from "vitest";
import { linkOf } from "../testing/mail";
import {
  call,
  newAddress,
  secretKey,
  startTestService,
  type TestService,
} from "../testing/service";

/**
 * Neither tokens nor codes are sent to a URL that only a wildcard of the allow-list covers, or that
 * an editor's redirect may lead away from.
 */

const site = "https://platen.example";
const exact = "https://app.platen.example/in";
const covered = "https://preview-7.platen.example/in";
const challenge = { code_challenge: "x".repeat(43), code_challenge_method: "plain" };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    siteUrl: site,
    autoconfirm: false,
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

// A challenge does not help: an attacker who sends the link to a victim has chosen it.
test.each([
  ["a session", {}],
  ["a code", challenge],
])("an external sign-in brings %s only to an exact redirect", async (_, query) => {
  for (const redirect of [covered, `${site}/spring-offer`, `${site}/auth/callback/x`]) {
    expect(await authorize({ redirect_to: redirect, ...query })).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: expect.stringContaining("allow-list") },
    });
  }
  expect(await authorize({ redirect_to: exact, ...query })).toMatchObject({ status: 302 });
  expect(await authorize(query)).toMatchObject({ status: 302 });
});

test("the site's own callback gets a code, and no session", async () => {
  const own = { redirect_to: `${site}/auth/callback?next=%2Fblog` };
  expect(await authorize({ ...own, ...challenge })).toMatchObject({ status: 302 });
  expect(await authorize(own)).toMatchObject({ status: 400 });
});

/** Opens the link of a mail, which continues a flow. @returns where it leads */
async function continueFlowTo(redirectTo: string): Promise<string> {
  const email = newAddress();
  await call(service.auth, "POST", "otp", { body: { email, ...challenge } });
  const { type, token_hash: token } = linkOf(await service.mailTo(email));
  const query = new URLSearchParams({
    ...{ type: type ?? "", token: token ?? "" },
    redirect_to: redirectTo,
  });
  const { headers } = await call(service.auth, "GET", `verify?${query.toString()}`, { key: null });
  return headers.get("location") ?? "";
}

test("a mailed link carries a code only to the site's callback or to an exact redirect", async () => {
  expect(await continueFlowTo(exact)).toMatch(/^https:\/\/app\.platen\.example\/in\?code=/);
  const callback = `${site}/auth/callback`;
  expect(await continueFlowTo(callback)).toMatch(`${callback}?code=`);
  for (const redirect of [covered, `${site}/spring-offer`]) {
    expect(await continueFlowTo(redirect)).toMatch(`${site}/?code=`);
  }
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

test("a mailed link carries a session only to the site or to an exact redirect", async () => {
  expect(await followLinkTo(exact)).toMatch(/^https:\/\/app\.platen\.example\/in#access_token=/);
  expect(await followLinkTo(covered)).toMatch(/^https:\/\/platen\.example\/#access_token=/);
});
