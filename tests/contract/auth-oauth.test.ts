import { randomUUID } from "node:crypto";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import {
  clientId,
  clientSecret,
  type ProviderPerson,
  startTestProvider,
} from "../../services/auth/oauth/test-provider";
import {
  call,
  goodPassword,
  newAddress,
  newVisitor,
  publishableKey,
  secretKey,
  signUp,
  siteUrl,
  startTestService,
  type TestService,
} from "../../services/auth/test-service";
import { adminClient, pkceClient, type Target, visitorClient } from "./auth-clients";

// Only against our own server, and an OpenID provider of our own.
const warnings: unknown[] = [];
let provider: Awaited<ReturnType<typeof startTestProvider>>;
let service: TestService;
let target: Target;

beforeAll(async () => {
  provider = await startTestProvider();
  service = await startTestService({
    autoconfirm: false,
    logger: {
      warn: (details, message) => void warnings.push([message, details]),
      error: console.error,
    },
    providers: [
      { kind: "oidc", name: "google", issuer: provider.issuer, clientId, clientSecret },
      { kind: "github", url: provider.issuer, clientId, clientSecret },
      { kind: "oidc", name: "gitlab", issuer: "http://127.0.0.1:2", clientId, clientSecret },
    ],
  });
  target = { url: service.url, publishableKey, secretKey };
});
afterAll(async () => {
  await service.close();
  await provider.close();
});
beforeEach(() => {
  provider.state.person = newPerson();
  provider.state.misbehaviour = {};
});

let people = 1000;

const newPerson = (): ProviderPerson => ({
  sub: String(++people),
  email: newAddress(),
  email_verified: true,
  name: "Ada Example",
});

/** A browser as far as redirects and cookies go; the site's address leads to our service. */
class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #visitor = newVisitor();

  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(address.replace(siteUrl, service.url), {
      ...init,
      redirect: "manual",
      headers: {
        ...init.headers,
        "X-Forwarded-For": this.#visitor,
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async next(address: string): Promise<string> {
    return (await this.open(address)).headers.get("location") ?? "";
  }

  /** From the button to where the provider sends the browser back to. */
  async toCallback(address: string): Promise<string> {
    return this.next(await this.next(address));
  }

  /** From the button to the page that the client wanted. */
  async through(address: string): Promise<URL> {
    return new URL(await this.next(await this.toCallback(address)));
  }
}

const button = (name = "google", query: Record<string, string> = {}) =>
  `${service.url}/auth/v1/authorize?${new URLSearchParams({ provider: name, ...query }).toString()}`;

/** Signs in with the implicit flow, and returns what the page at its end sees. */
async function land(name = "google"): Promise<Record<string, string>> {
  const { hash } = await new TestBrowser().through(button(name));
  return Object.fromEntries(new URLSearchParams(hash.slice(1)));
}

/** The log holds these refused sign-ins about somebody, or of nobody: entries are written after the response. */
const refusalsRecorded = (field: "actor_id" | "actor_username", value: string, traits: object[]) =>
  vi.waitFor(async () => {
    const rows = await service.database.query<{ traits: unknown }>(
      `select payload -> 'traits' as traits from auth.audit_log_entries
       where payload ->> $1 = $2 and payload ->> 'action' = 'login_failed'`,
      [field, value],
    );
    expect(rows.map((row) => row.traits)).toEqual(expect.arrayContaining(traits));
  });

async function userOf(accessToken: string | undefined) {
  const { data, error } = await visitorClient(target).auth.getUser(accessToken);
  if (error) throw error;
  return data.user;
}

describe.each(["google", "github"] as const)("signing in with %s", (name) => {
  test("makes an account whose session supabase-js exchanges for the code", async () => {
    const client = pkceClient(target);
    const redirectTo = `${siteUrl}/auth/callback?next=%2Fdashboard`;
    const { data } = await client.auth.signInWithOAuth({
      provider: name,
      options: { redirectTo, skipBrowserRedirect: true },
    });
    const landed = await new TestBrowser().through(data.url ?? "");
    expect(landed.href).toMatch(`${redirectTo}&code=`);
    expect(landed.hash).toBe("");

    const code = landed.searchParams.get("code") ?? "";
    const exchanged = await client.auth.exchangeCodeForSession(code);
    expect(exchanged.error).toBeNull();
    const { sub, email } = provider.state.person;
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
    const user = await userOf(exchanged.data.session?.access_token);
    expect(user.identities).toMatchObject([{ provider: name, id: sub, identity_data: { sub } }]);
    expect((await client.auth.refreshSession()).error).toBeNull();
    const again = await call(service.auth, "POST", "token?grant_type=pkce", {
      body: { auth_code: code, code_verifier: "x".repeat(43) },
    });
    expect(again).toMatchObject({ status: 404, body: { code: "flow_state_not_found" } });
  });

  test("without PKCE hands the session to the page behind the #", async () => {
    const landed = await land(name);
    expect(landed).toMatchObject({
      token_type: "bearer",
      expires_in: "3600",
      provider_token: `access ${provider.state.person.sub}`,
    });
    expect((await userOf(landed.access_token)).email).toBe(provider.state.person.email);
  });

  test("opens the same account again, also when the address has changed there", async () => {
    const first = await userOf((await land(name)).access_token);
    provider.state.person = { ...provider.state.person, email: newAddress() };
    const second = await userOf((await land(name)).access_token);
    expect(second.id).toBe(first.id);
    expect(second.email).toBe(first.email);
    expect(second.identities?.[0]?.identity_data?.email).toBe(provider.state.person.email);
  });

  test("refuses an address that the provider has not verified", async () => {
    provider.state.person = { ...provider.state.person, email_verified: false };
    expect(await land(name)).toMatchObject({
      error: "access_denied",
      error_code: "provider_email_needs_verification",
    });
  });
});

describe("an account that is there already", () => {
  const google = (email: string) => void (provider.state.person = { ...newPerson(), email });

  test("is opened when its owner has confirmed the same address", async () => {
    const email = newAddress();
    await visitorClient(target).auth.signUp({ email, password: goodPassword });
    const mail = await service.mailTo(email);
    const { data } = await visitorClient(target).auth.verifyOtp({
      type: "signup",
      token_hash: new URL(mail.link ?? "").searchParams.get("token_hash") ?? "",
    });
    google(email.toUpperCase());
    const user = await userOf((await land()).access_token);
    expect(user.id).toBe(data.user?.id);
    expect(user.app_metadata).toEqual({ provider: "email", providers: ["email", "google"] });
    expect(user.identities?.map((identity) => identity.provider)).toEqual(["email", "google"]);
    // And both ways lead into it.
    const signedIn = await visitorClient(target).auth.signInWithPassword({
      email,
      password: goodPassword,
    });
    expect(signedIn.data.user?.id).toBe(user.id);
  });

  test("is not opened when nobody has confirmed its address: somebody else may have the password", async () => {
    const email = newAddress();
    await visitorClient(target).auth.signUp({ email, password: goodPassword });
    google(email);
    expect(await land()).toMatchObject({ error_code: "email_exists" });
  });

  test("is not opened when its sign-up confirmed itself, until a mail has reached its owner", async () => {
    const open = await startTestService({
      database: { ...service.database, close: async () => {} },
    });
    const { email } = await signUp(open);
    await open.close();
    google(email);
    expect(await land()).toMatchObject({ error_code: "email_exists" });

    await visitorClient(target).auth.resetPasswordForEmail(email);
    const mail = await service.mailTo(email);
    const tokenHash = new URL(mail.link ?? "").searchParams.get("token_hash") ?? "";
    await visitorClient(target).auth.verifyOtp({ type: "recovery", token_hash: tokenHash });
    expect((await userOf((await land()).access_token)).email).toBe(email);
  });

  test("is not opened while it is banned", async () => {
    const { id } = await userOf((await land()).access_token);
    await adminClient(target).auth.admin.updateUserById(id, { ban_duration: "24h" });
    expect(await land()).toMatchObject({ error: "access_denied", error_code: "user_banned" });
    await refusalsRecorded("actor_id", id, [{ reason: "user_banned", provider: "google" }]);
  });
});

describe("the way back from the provider", () => {
  test("works once", async () => {
    const browser = new TestBrowser();
    const callback = await browser.toCallback(button());
    expect(await browser.next(callback)).toContain("#access_token=");
    expect(await browser.next(callback)).toContain("error_code=bad_oauth_state");
  });

  test("works in the browser that set out, and in no other", async () => {
    const callback = await new TestBrowser().toCallback(button());
    expect(await new TestBrowser().next(callback)).toContain("error_code=bad_oauth_state");
  });

  test("may be a form that the provider posts", async () => {
    const browser = new TestBrowser();
    const callback = new URL(await browser.toCallback(button()));
    const posted = await browser.open(`${siteUrl}/auth/v1/callback`, {
      method: "POST",
      body: callback.searchParams,
    });
    expect(posted.status).toBe(303);
    expect(await browser.next(posted.headers.get("location") ?? "")).toContain("#access_token=");
  });

  test("is too late after ten minutes", async () => {
    const browser = new TestBrowser();
    const callback = await browser.toCallback(button());
    service.wait(601);
    expect(await browser.next(callback)).toContain("OAuth+state+has+expired");
    service.wait(-601);
  });

  test.each([
    ["without a state", "code=x", "bad_oauth_callback"],
    ["with a state of somebody's making", `code=x&state=${randomUUID()}`, "bad_oauth_state"],
    ["with a state that is none", "code=x&state=%00", "bad_oauth_state"],
  ])("%s leads to the site with an error", async (_name, query, code) => {
    const location = await new TestBrowser().next(`${service.url}/auth/v1/callback?${query}`);
    expect(location).toMatch(`${siteUrl}/?error=invalid_request&error_code=${code}`);
  });

  test("tells the page what the provider refused", async () => {
    provider.state.misbehaviour = {
      refuses: { error: "access_denied", error_description: "The user said no" },
    };
    const browser = new TestBrowser();
    const landed = await browser.through(button("google", { redirect_to: `${siteUrl}/login` }));
    expect(landed.pathname).toBe("/login");
    const fields = { error: "access_denied", error_description: "The user said no" };
    expect(Object.fromEntries(landed.searchParams)).toEqual(fields);
    expect(Object.fromEntries(new URLSearchParams(landed.hash.slice(1)))).toEqual({
      ...fields,
      sb: "",
    });
    await refusalsRecorded("actor_username", "", [
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
  ["signed by somebody else", { foreignKey: true }],
])("an id_token %s signs nobody in", async (_name, misbehaviour) => {
  provider.state.misbehaviour = misbehaviour;
  expect(await land()).toMatchObject({
    error: "server_error",
    error_code: "unexpected_failure",
    error_description: "The id_token of the external provider is not valid",
  });
  // The operator learns why, and nothing about the person.
  expect(warnings.at(-1)).toEqual([
    "Signing in elsewhere failed: The id_token of the external provider is not valid.",
    { reason: expect.any(String) },
  ]);
  expect(JSON.stringify(warnings)).not.toContain("@mail.example");
});

test("the address may be in the user information instead of the id_token", async () => {
  provider.state.misbehaviour = { emailElsewhere: true };
  expect((await userOf((await land()).access_token)).email).toBe(provider.state.person.email);
});

describe("the way to the provider", () => {
  test("carries state, nonce and a challenge, and what the client asks for", async () => {
    await new TestBrowser().toCallback(
      button("google", {
        scopes: "calendar drive",
        prompt: "consent",
        domain_hint: "mail.example",
        ...{ client_id: "forged", Request_URI: "https://evil.example", response_mode: "fragment" },
      }),
    );
    expect(Object.fromEntries(provider.state.asked)).toEqual({
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

  test("ends at the site when the page is not one of the allowed ones", async () => {
    const landed = await new TestBrowser().through(
      button("google", { redirect_to: "https://evil.example/" }),
    );
    expect(landed.origin).toBe(siteUrl);
  });

  test("leads back with an error when the provider does not answer", async () => {
    const location = await new TestBrowser().next(button("gitlab"));
    expect(location).toContain("error_description=The+external+provider+does+not+answer");
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
      service.auth,
      "GET",
      `authorize?${new URLSearchParams({ provider: name, ...query }).toString()}`,
      { key: null },
    );
    expect(reply).toMatchObject({ status: 400, body: { code: "validation_failed", message } });
  });
});

test("the settings tell which providers there are", async () => {
  const { body } = await call(service.auth, "GET", "settings");
  expect(body.external).toMatchObject({ email: true, google: true, github: true, apple: false });
});

test("where sign-up is closed an outside account opens the one it belongs to, and makes none", async () => {
  const open = service;
  expect(await land()).toHaveProperty("access_token");
  service = await startTestService({
    database: { ...open.database, close: async () => {} },
    signupDisabled: true,
    providers: [{ kind: "oidc", name: "google", issuer: provider.issuer, clientId, clientSecret }],
  });
  onTestFinished(async () => {
    await service.close();
    service = open;
  });
  expect(await land()).toHaveProperty("access_token");
  provider.state.person = newPerson();
  expect(await land()).toMatchObject({ error: "access_denied", error_code: "signup_disabled" });
});
