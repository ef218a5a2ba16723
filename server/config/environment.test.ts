import { describe, expect, test } from "vitest";
import { sessionCookieSeconds } from "@domain/session-lifetime";
import { authSettings } from "./auth-environment";
import { databaseServer, embeddedServices, readEnvironment } from "./environment";

const hosted = {
  SUPABASE_URL: "https://abc.supabase.co",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
  SUPABASE_SECRET_KEY: "sb_secret_x",
  DATABASE_URL: "postgres://app:pw@db.example/postgres",
};

function problemsOf(source: Record<string, string>) {
  try {
    readEnvironment(source);
    return [];
  } catch (error) {
    return error instanceof Error ? error.message.split("\n") : [error];
  }
}

test("an empty environment embeds everything on port 3000", () => {
  const environment = readEnvironment({});
  expect(environment).toMatchObject({
    PORT: 3000,
    DATA_DIR: ".data",
    SITE_URL: "http://localhost:3000",
  });
  expect(embeddedServices(environment)).toEqual({ lake: true, auth: true });
});

test("a hosted project disables its embedded service", () => {
  const environment = readEnvironment({ ...hosted, SANITY_PROJECT_ID: "abc123" });
  expect(embeddedServices(environment)).toEqual({ lake: false, auth: false });
});

test("an invalid variable is named", () => {
  expect(problemsOf({ PORT: "http" })).toEqual(["PORT must be a number."]);
  expect(problemsOf({ PORT: "70000" })).toEqual(["PORT must be 0 to 65535."]);
  expect(problemsOf({ SITE_URL: "platen.example" })).toEqual([
    "SITE_URL must be a URL that starts with http:// or https://.",
  ]);
});

test("an incomplete hosted project names what is missing", () => {
  const { SUPABASE_SECRET_KEY, ...half } = hosted;
  expect(SUPABASE_SECRET_KEY).toBeTruthy();
  expect(problemsOf(half)).toEqual(["SUPABASE_SECRET_KEY is missing, while SUPABASE_URL is set."]);
});

test("DATABASE_URL alone is the server on which the embedded services have their tables", () => {
  const { DATABASE_URL } = hosted;
  const environment = readEnvironment({ DATABASE_URL });
  expect(embeddedServices(environment)).toEqual({ lake: true, auth: true });
  expect(databaseServer(environment)).toBe(DATABASE_URL);
  expect(databaseServer(readEnvironment(hosted))).toBeUndefined();
  expect(databaseServer(readEnvironment({}))).toBeUndefined();
});

test("a schedule of backups is for a database that is in them", () => {
  const { DATABASE_URL } = hosted;
  expect(problemsOf({ ...hosted, BACKUP_DIR: "/backups" })).toEqual([]);
  expect(problemsOf({ DATABASE_URL, BACKUP_DIR: "/backups" })).toEqual([
    "BACKUP_DIR is for the embedded database, while DATABASE_URL names a server: back it up there.",
  ]);
});

test("forwarding of client IPs is for hosted projects", () => {
  expect(problemsOf({ ...hosted, SUPABASE_IP_FORWARDING: "true" })).toEqual([]);
  expect(problemsOf({ SUPABASE_IP_FORWARDING: "true" })).toEqual([
    "SUPABASE_IP_FORWARDING is for a hosted project, while SUPABASE_URL is missing.",
  ]);
});

test("an SMTP server needs a sender", () => {
  expect(problemsOf({ SMTP_URL: "smtp://localhost:25" })).toEqual([
    "MAIL_FROM is missing, while SMTP_URL is set.",
  ]);
});

test.each([
  ["hello@platen.example", true],
  ["Platen <hello@platen.example>", true],
  ['"Platen, Inc." <hello@platen.example>', true],
  // Docker's --env-file treats quotes as part of the value.
  ['"Platen <hello@platen.example>"', false],
  ["Platen", false],
  ["Platen <hello>", false],
])("the sender %s is accepted: %s", (MAIL_FROM, isTaken) => {
  expect(problemsOf({ MAIL_FROM }).length === 0).toBe(isTaken);
});

test("an unescaped % in the mail server's password is refused", () => {
  const problems = problemsOf({
    SMTP_URL: "smtp://me:50%off@mail.example",
    MAIL_FROM: "a@b.example",
  });
  expect(problems).toEqual([expect.stringMatching(/^SMTP_URL must have characters such as @/)]);
});

test("an incomplete auth provider names what is missing", () => {
  expect(problemsOf({ AUTH_OIDC_ISSUER: "https://id.example", AUTH_OIDC_CLIENT_ID: "x" })).toEqual([
    "AUTH_OIDC_CLIENT_SECRET is missing, while AUTH_OIDC_ISSUER is set.",
  ]);
  expect(problemsOf({ AUTH_OIDC_NAME: "github" })).toEqual([
    "AUTH_OIDC_NAME must not be google or github, which have variables of their own.",
  ]);
  expect(problemsOf({ AUTH_GITHUB_URL: "http://github.example" })).toEqual([
    "AUTH_GITHUB_URL must be a URL that starts with https://.",
  ]);
});

test("the settings of the auth service are read", () => {
  const environment = readEnvironment({
    AUTH_GOOGLE_CLIENT_ID: "g",
    AUTH_GOOGLE_CLIENT_SECRET: "gs",
    AUTH_GITHUB_CLIENT_ID: "h",
    AUTH_GITHUB_CLIENT_SECRET: "hs",
    AUTH_OIDC_ISSUER: "https://id.example",
    AUTH_OIDC_CLIENT_ID: "o",
    AUTH_OIDC_CLIENT_SECRET: "os",
    AUTH_OIDC_NAME: "work",
    AUTH_SESSION_LIFETIME_HOURS: "720",
    AUTH_SESSION_INACTIVITY_HOURS: "0.5",
    AUTH_MAILS_PER_HOUR: "100",
    AUTH_DISABLE_SIGNUP: "true",
    AUTH_REDIRECT_ALLOW_LIST: "https://a.example/**, https://b.example",
  });
  const google = "https://accounts.google.com";
  expect(authSettings(environment)).toMatchObject({
    providers: [
      { kind: "github", clientId: "h", clientSecret: "hs" },
      { kind: "oidc", name: "google", issuer: google, clientId: "g", clientSecret: "gs" },
      {
        kind: "oidc",
        name: "work",
        issuer: "https://id.example",
        clientId: "o",
        clientSecret: "os",
      },
    ],
    sessions: { lifetimeSeconds: 2_592_000, inactivitySeconds: 1800 },
    mailsPerHour: 100,
    signupDisabled: true,
    redirectAllowList: ["https://a.example/**", "https://b.example"],
  });
});

describe("the lifetime of sessions", () => {
  function settingsOf(source: Record<string, string>) {
    const environment = readEnvironment(source);
    const { sessions } = authSettings(environment);
    return { ...sessions, cookieSeconds: sessionCookieSeconds(environment) };
  }
  const day = 24 * 3600;

  test("is 180 days, and 30 unused, by default", () => {
    expect(settingsOf({})).toEqual({
      lifetimeSeconds: 180 * day,
      inactivitySeconds: 30 * day,
      singlePerUser: false,
      cookieSeconds: 30 * day,
    });
  });

  test("is unlimited when set to 0, and the cookie lives as long as browsers allow", () => {
    expect(settingsOf({ AUTH_SESSION_INACTIVITY_HOURS: "0" })).toEqual({
      lifetimeSeconds: 180 * day,
      singlePerUser: false,
      cookieSeconds: 180 * day,
    });
    expect(
      settingsOf({ AUTH_SESSION_INACTIVITY_HOURS: "0", AUTH_SESSION_LIFETIME_HOURS: "0" }),
    ).toEqual({ singlePerUser: false, cookieSeconds: 400 * day });
    expect(settingsOf({ AUTH_SESSION_LIFETIME_HOURS: "24" })).toMatchObject({
      cookieSeconds: day,
    });
  });

  test.each([
    ["-1", "must be 0 or more"],
    ["1e9", "must be 87600 or less"],
    ["a week", "must be a number"],
  ])("cannot be %j hours", (hours, problem) => {
    expect(problemsOf({ AUTH_SESSION_LIFETIME_HOURS: hours })).toEqual([
      `AUTH_SESSION_LIFETIME_HOURS ${problem}.`,
    ]);
  });
});

test("an empty variable counts as unset", () => {
  expect(problemsOf({ PORT: "", SITE_URL: "" })).toEqual([]);
});
