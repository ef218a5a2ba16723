import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

// What a hosted project receives about visitors: a server in its place records every request.

interface Recorded {
  url: string;
  headers: IncomingHttpHeaders;
}

interface Recorder {
  url: string;
  requests: Recorded[];
  /** Where it redirects clients; nowhere by default. */
  redirect: string | null;
  close(): void;
}

async function record(): Promise<Recorder> {
  const requests: Recorded[] = [];
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? "", headers: request.headers });
    if (recorder.redirect) response.writeHead(307, { Location: recorder.redirect }).end();
    else response.writeHead(400, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  const close = () => void server.close().closeAllConnections();
  const url = `http://127.0.0.1:${address.port}`;
  const recorder: Recorder = { url, requests, redirect: null, close };
  return recorder;
}

const visitor = "203.0.113.9";
const browser = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const person = { email: "ada@mail.example", password: "correct horse battery" };

let project: Recorder;
let elsewhere: Recorder;

beforeEach(async () => {
  project = await record();
  elsewhere = await record();
  vi.resetModules();
});
afterEach(() => {
  project.close();
  elsewhere.close();
  vi.unstubAllEnvs();
});

/** A visitor's session on a site of that project. */
async function openVisitor(forwarding: "true" | "false") {
  const variables = {
    SITE_URL: "http://localhost:3000",
    SANITY_PROJECT_ID: "local",
    SANITY_DATASET: "production",
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_hosted",
    SUPABASE_SECRET_KEY: "sb_secret_hosted",
    SUPABASE_IP_FORWARDING: forwarding,
    DATABASE_URL: "postgres://localhost/none",
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const { openSession } = await import("~/account/session/session.server");
  const request = new Request("http://localhost:3000/login", {
    headers: { "User-Agent": browser },
  });
  return openSession(request, new Headers(), visitor);
}

test("with the project's IP address forwarding, each visitor's address is sent with the secret key", async () => {
  const session = await openVisitor("true");
  await session.auth.signInWithPassword(person);
  const { checkPassword } = await import("~/account/sign-in/check-password.server");
  await checkPassword(session, person.email, person.password);
  const { authService } = await import("@domain/auth-service/auth-service.server");
  await authService(visitor).admin.getUserById("3b241101-e2bb-4255-8caf-4136c566a962");
  expect(project.requests).toHaveLength(3);
  for (const { headers } of project.requests) {
    expect(headers).toMatchObject({ apikey: "sb_secret_hosted", "sb-forwarded-for": visitor });
    // A project refuses the secret key from a browser.
    expect(headers["user-agent"]).not.toContain("Mozilla");
  }
  expect(project.requests[0]?.headers["user-agent"]).toContain("Firefox/140.0");
});

test("the permissions of a request are those of the user's own token", async () => {
  const { auth } = await openVisitor("true");
  await auth.getUser("the.persons.token");
  expect(project.requests[0]?.headers).toMatchObject({
    apikey: "sb_secret_hosted",
    authorization: "Bearer the.persons.token",
  });
});

test("without it the secret key is used only for what the site alone may do", async () => {
  const { auth } = await openVisitor("false");
  await auth.signInWithPassword(person);
  const [request] = project.requests;
  expect(request?.headers).toMatchObject({
    apikey: "sb_publishable_hosted",
    "x-forwarded-for": visitor,
    "user-agent": browser,
  });
  expect(JSON.stringify(project.requests)).not.toContain("sb_secret");
});

test("no key is sent to another host, wherever the project redirects the site", async () => {
  const { auth } = await openVisitor("true");
  project.redirect = `${elsewhere.url}/auth/v1/token`;
  const { error } = await auth.signInWithPassword(person);
  expect(error?.name).toBe("AuthRetryableFetchError");
  expect(elsewhere.requests).toEqual([]);
  const { data } = await auth.signInWithOAuth({ provider: "google" });
  expect(data.url).toMatch(project.url);
  expect(data.url).not.toContain("sb_secret");
});
