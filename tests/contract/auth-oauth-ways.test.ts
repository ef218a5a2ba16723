import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clientId } from "@platen/auth/testing/oauth-provider";
import { call, siteUrl } from "@platen/auth/testing/service";
import {
  button,
  land,
  newOutsider,
  openOutside,
  type Outside,
  refusalsRecorded,
  TestBrowser,
  userOf,
} from "./support/auth-outside";

// Only against our own server, and an OpenID provider of our own.
let outside: Outside;

beforeAll(async () => {
  outside = await openOutside();
});
afterAll(() => outside.close());
beforeEach(() => {
  outside.provider.state.person = newOutsider();
  outside.provider.state.misbehavior = {};
});

describe("the callback from the provider", () => {
  test("works once", async () => {
    const browser = new TestBrowser(outside.service);
    const callback = await browser.toCallback(button(outside.service));
    expect(await browser.next(callback)).toContain("#access_token=");
    expect(await browser.next(callback)).toContain("error_code=bad_oauth_state");
  });

  test("works only in the browser that started", async () => {
    const callback = await new TestBrowser(outside.service).toCallback(button(outside.service));
    expect(await new TestBrowser(outside.service).next(callback)).toContain(
      "error_code=bad_oauth_state",
    );
  });

  test("may be a form that the provider posts", async () => {
    const browser = new TestBrowser(outside.service);
    const callback = new URL(await browser.toCallback(button(outside.service)));
    const posted = await browser.open(`${siteUrl}/auth/v1/callback`, {
      method: "POST",
      body: callback.searchParams,
    });
    expect(posted.status).toBe(303);
    expect(await browser.next(posted.headers.get("location") ?? "")).toContain("#access_token=");
  });

  test("is refused after ten minutes", async () => {
    const browser = new TestBrowser(outside.service);
    const callback = await browser.toCallback(button(outside.service));
    outside.service.wait(601);
    expect(await browser.next(callback)).toContain("OAuth+state+has+expired");
    outside.service.wait(-601);
  });

  test.each([
    ["without a state", "code=x", "bad_oauth_callback"],
    ["with a forged state", `code=x&state=${randomUUID()}`, "bad_oauth_state"],
    ["with an invalid state", "code=x&state=%00", "bad_oauth_state"],
  ])("%s leads to the site with an error", async (_name, query, code) => {
    const location = await new TestBrowser(outside.service).next(
      `${outside.service.url}/auth/v1/callback?${query}`,
    );
    expect(location).toMatch(`${siteUrl}/?error=invalid_request&error_code=${code}`);
  });

  // Such a redirect has larger headers than a proxy accepts, which responds with 503 itself.
  test.each(["code", "state", "error_description"])(
    "by a form with an oversized %s is refused",
    async (name) => {
      const { status } = await new TestBrowser(outside.service).open(
        `${outside.service.url}/auth/v1/callback`,
        { method: "POST", body: new URLSearchParams({ [name]: "(".repeat(6_000) }) },
      );
      expect(status).toBe(400);
    },
  );

  test("reports the provider's error to the page", async () => {
    outside.provider.state.misbehavior = {
      refuses: { error: "access_denied", error_description: "The user said no" },
    };
    const browser = new TestBrowser(outside.service);
    const landed = await browser.through(
      button(outside.service, "google", { redirect_to: `${siteUrl}/login` }),
    );
    expect(landed.pathname).toBe("/login");
    const fields = { error: "access_denied", error_description: "The user said no" };
    expect(Object.fromEntries(landed.searchParams)).toEqual(fields);
    expect(Object.fromEntries(new URLSearchParams(landed.hash.slice(1)))).toEqual({
      ...fields,
      sb: "",
    });
    await refusalsRecorded(outside.service, "actor_username", "", [
      { reason: "bad_oauth_callback", provider: "google" },
    ]);
  });
});

test.each([
  ["made for another client", { claims: { aud: "another" } }],
  ["of another provider", { claims: { iss: "https://other.example" } }],
  ["of another sign-in", { claims: { nonce: "replayed" } }],
  ["without a nonce", { claims: { nonce: undefined } }],
  ["that has expired", { claims: { exp: 1 } }],
  ["signed with another key", { foreignKey: true }],
])("an id_token %s is refused", async (_name, misbehavior) => {
  outside.provider.state.misbehavior = misbehavior;
  expect(await land(outside.service)).toMatchObject({
    error: "server_error",
    error_code: "unexpected_failure",
    error_description: "The id_token of the external provider is not valid",
  });
  // The operator learns why, and nothing about the user.
  expect(outside.warnings.at(-1)).toEqual([
    "Signing in elsewhere failed: The id_token of the external provider is not valid.",
    { reason: expect.any(String) },
  ]);
  expect(JSON.stringify(outside.warnings)).not.toContain("@mail.example");
});

test("the email address may be in the user info instead of the id_token", async () => {
  outside.provider.state.misbehavior = { emailElsewhere: true };
  expect((await userOf(outside.target, (await land(outside.service)).access_token)).email).toBe(
    outside.provider.state.person.email,
  );
});

describe("the redirect to the provider", () => {
  test("carries state, nonce and a challenge, and the client's parameters", async () => {
    await new TestBrowser(outside.service).toCallback(
      button(outside.service, "google", {
        scopes: "calendar drive",
        prompt: "consent",
        domain_hint: "mail.example",
        ...{ client_id: "forged", Request_URI: "https://evil.example", response_mode: "fragment" },
      }),
    );
    expect(Object.fromEntries(outside.provider.state.asked)).toEqual({
      client_id: clientId,
      redirect_uri: `${siteUrl}/auth/v1/callback`,
      response_type: "code",
      scope: "openid email profile calendar drive",
      state: expect.any(String),
      nonce: expect.any(String),
      code_challenge: expect.any(String),
      code_challenge_method: "S256",
      prompt: "consent",
      domain_hint: "mail.example",
    });
  });

  test("goes to the site when the requested page is not allowed", async () => {
    const landed = await new TestBrowser(outside.service).through(
      button(outside.service, "google", { redirect_to: "https://evil.example/" }),
    );
    expect(landed.origin).toBe(siteUrl);
  });

  test("returns an error when the provider does not respond", async () => {
    const location = await new TestBrowser(outside.service).next(button(outside.service, "gitlab"));
    expect(location).toContain("error_description=The+external+provider+does+not+respond");
  });

  test.each([
    ["facebook", {}, "Unsupported provider: provider is not enabled"],
    ["nobody", {}, "Unsupported provider: Provider nobody could not be found"],
    ["", {}, "Unsupported provider: Provider  could not be found"],
    ["google", { scopes: "\u0000" }, "Invalid scopes"],
    [
      "google",
      { code_challenge: "short", code_challenge_method: "s256" },
      "code challenge has to be between 43 and 128 characters",
    ],
  ])("to %s with %j is refused: %s", async (name, query, message) => {
    const reply = await call(
      outside.service.auth,
      "GET",
      `authorize?${new URLSearchParams({ provider: name, ...query }).toString()}`,
      { key: null },
    );
    expect(reply).toMatchObject({ status: 400, body: { code: "validation_failed", message } });
  });
});
