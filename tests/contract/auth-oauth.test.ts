import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { clientId, clientSecret } from "@platen/auth/testing/oauth-provider";
import { call, newAddress, siteUrl, startTestService } from "@platen/auth/testing/service";
import { withoutClose } from "@platen/postgres/testing/without-close";
import { pkceClient } from "./support/auth-clients";
import {
  land,
  newOutsider,
  openOutside,
  type Outside,
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

describe.each(["google", "github"] as const)("signing in with %s", (name) => {
  test("creates an account whose session supabase-js exchanges for the code", async () => {
    const client = pkceClient(outside.target);
    const redirectTo = `${siteUrl}/auth/callback?next=%2Fdashboard`;
    const { data } = await client.auth.signInWithOAuth({
      provider: name,
      options: { redirectTo, skipBrowserRedirect: true },
    });
    const landed = await new TestBrowser(outside.service).through(data.url ?? "");
    expect(landed.href).toMatch(`${redirectTo}&code=`);
    expect(landed.hash).toBe("");

    const code = landed.searchParams.get("code") ?? "";
    const exchanged = await client.auth.exchangeCodeForSession(code);
    expect(exchanged.error).toBeNull();
    const { sub, email } = outside.provider.state.person;
    expect(exchanged.data.session).toMatchObject({
      provider_token: `access ${sub}`,
      provider_refresh_token: `refresh ${sub}`,
      user: {
        email,
        app_metadata: { provider: name, providers: [name] },
        user_metadata: { full_name: "Ada Example", email_verified: true },
      },
    });
    const { data: claims } = await client.auth.getClaims();
    expect(claims?.claims).toMatchObject({ aal: "aal1", amr: [{ method: "oauth" }] });
    const user = await userOf(outside.target, exchanged.data.session?.access_token);
    expect(user.identities).toMatchObject([{ provider: name, id: sub, identity_data: { sub } }]);
    expect((await client.auth.refreshSession()).error).toBeNull();
    const again = await call(outside.service.auth, "POST", "token?grant_type=pkce", {
      body: { auth_code: code, code_verifier: "x".repeat(43) },
    });
    expect(again).toMatchObject({ status: 404, body: { code: "flow_state_not_found" } });
  });

  test("without PKCE returns the session in the URL fragment", async () => {
    const landed = await land(outside.service, name);
    expect(landed).toMatchObject({
      token_type: "bearer",
      expires_in: "3600",
      provider_token: `access ${outside.provider.state.person.sub}`,
    });
    expect((await userOf(outside.target, landed.access_token)).email).toBe(
      outside.provider.state.person.email,
    );
  });

  test("opens the same account again, even if the email address at the provider has changed", async () => {
    const first = await userOf(outside.target, (await land(outside.service, name)).access_token);
    outside.provider.state.person = { ...outside.provider.state.person, email: newAddress() };
    const second = await userOf(outside.target, (await land(outside.service, name)).access_token);
    expect(second.id).toBe(first.id);
    expect(second.email).toBe(first.email);
    expect(second.identities?.[0]?.identity_data?.email).toBe(outside.provider.state.person.email);
  });

  test("updates the name in oversized imported metadata, as long as it does not grow", async () => {
    const { id } = await userOf(outside.target, (await land(outside.service, name)).access_token);
    await outside.service.database.query(
      `update auth.users set raw_user_meta_data = raw_user_meta_data || jsonb_build_object('biography', repeat('x', 6000))
       where id = $1`,
      [id],
    );
    const nameAfter = async (changed: string) => {
      outside.provider.state.person = { ...outside.provider.state.person, name: changed };
      const { access_token: token } = await land(outside.service, name);
      return (await userOf(outside.target, token)).user_metadata.full_name;
    };
    expect(await nameAfter("Ada")).toBe("Ada");
    expect(await nameAfter("Augusta Ada King, Countess of Lovelace")).toBe("Ada");
  });

  test("refuses an address that the provider has not verified", async () => {
    outside.provider.state.person = { ...outside.provider.state.person, email_verified: false };
    expect(await land(outside.service, name)).toMatchObject({
      error: "access_denied",
      error_code: "provider_email_needs_verification",
    });
  });
});

test("the settings list the enabled providers", async () => {
  const { body } = await call(outside.service.auth, "GET", "settings");
  expect(body.external).toMatchObject({ email: true, google: true, github: true, apple: false });
});

test("where sign-up is closed, an external sign-in opens its existing account and creates none", async () => {
  expect(await land(outside.service)).toHaveProperty("access_token");
  const closed = await startTestService({
    database: withoutClose(outside.service.database),
    signupDisabled: true,
    providers: [
      { kind: "oidc", name: "google", issuer: outside.provider.issuer, clientId, clientSecret },
    ],
  });
  onTestFinished(() => closed.close());
  expect(await land(closed)).toHaveProperty("access_token");
  outside.provider.state.person = newOutsider();
  expect(await land(closed)).toMatchObject({
    error: "access_denied",
    error_code: "signup_disabled",
  });
});
