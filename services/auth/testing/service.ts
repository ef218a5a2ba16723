import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { getRequestListener } from "@hono/node-server";
import type { Database } from "@platen/postgres/database";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import { type AuthOptions, type AuthService, createAuth, type Mail } from "..";
import { migrations } from "../migrations";

export const publishableKey = "sb_publishable_for_tests";
export const secretKey = "sb_secret_for_tests";
export const siteUrl = "http://localhost:3000";

/** A service with its own database, whose clock and mailbox the test controls. */
export interface TestService {
  auth: AuthService;
  database: Database;
  /** Its URL, for HTTP clients. */
  url: string;
  mails: Mail[];
  /** Waits for the next mail to that email address after `seen` mails. */
  mailTo(address: string, seen?: number): Promise<Mail>;
  /** Advances the service's clock. */
  wait(seconds: number): void;
  now(): Date;
  close(): Promise<void>;
}

export type Settings = Partial<AuthOptions> & {
  /** Whether sign-up confirms itself. */
  autoconfirm?: boolean;
  /**
   * Whether the clock advances by `wait` alone: for limits, which would refill while requests run.
   */
  stopsClock?: boolean;
};

export async function startTestService({
  autoconfirm = true,
  stopsClock = false,
  ...settings
}: Settings = {}): Promise<TestService> {
  const directory = await mkdtemp(path.join(tmpdir(), "auth-"));
  const database = settings.database ?? (await openMemoryDatabase({ migrations: [migrations] }));
  const mails: Mail[] = [];
  const arrivals = new Set<() => void>();
  let ahead = 0;
  const started = Date.now();
  const now = () => new Date((stopsClock ? started : Date.now()) + ahead);
  const auth = await createAuth({
    database,
    keyDirectory: directory,
    issuer: `${siteUrl}/auth/v1`,
    siteUrl,
    publishableKey,
    secretKey,
    mailsPerHour: 10_000,
    mailer: {
      autoconfirm,
      async send(mail) {
        mails.push(mail);
        for (const arrived of arrivals) arrived();
      },
    },
    pause: async () => {},
    // The lowest: bcrypt would take half of the time of the tests.
    bcryptCost: 4,
    clock: now,
    ...settings,
  });
  const server = createServer(
    getRequestListener(
      (request, { incoming }) =>
        auth.fetch(request, { address: incoming.socket.remoteAddress ?? "" }),
      { overrideGlobalObjects: false },
    ),
  );
  // As the backend: a request that a proxy sent just as an idle connection was closed got a 503.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");

  return {
    auth,
    database,
    url: `http://127.0.0.1:${address.port}`,
    mails,
    now,
    wait: (seconds) => void (ahead += seconds * 1000),
    async mailTo(to, seen = 0) {
      for (;;) {
        const mail = mails.filter((candidate) => candidate.to === to)[seen];
        if (mail) return mail;
        await new Promise<void>((arrived) => {
          const once = () => {
            arrivals.delete(once);
            arrived();
          };
          arrivals.add(once);
        });
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await auth.close();
      await database.close();
      await rm(directory, { recursive: true });
    },
  };
}

let people = 0;

/** An email address that no other test uses. */
export const newAddress = () => `person${++people}@mail.example`;

export const goodPassword = "correct horse battery";

let households = 0;

/**
 * A visitor's IP address that no other test uses, so that limits by IP address do not carry over
 * between tests.
 */
export const newVisitor = () => `10.${(households >> 8) & 255}.${households++ & 255}.7`;

export interface Reply {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Sends one request the way auth-js does. */
export async function call(
  auth: AuthService,
  method: string,
  target: string,
  {
    body,
    token,
    key = publishableKey,
    visitor = newVisitor(),
    headers = {},
  }: {
    body?: unknown;
    token?: string;
    key?: string | null;
    visitor?: string;
    headers?: Record<string, string>;
  } = {},
): Promise<Reply> {
  const response = await auth.fetch(
    new Request(`http://127.0.0.1/auth/v1/${target}`, {
      method,
      headers: {
        "X-Supabase-Api-Version": "2024-01-01",
        "X-Forwarded-For": visitor,
        ...(key !== null && { apikey: key }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    }),
    { address: "127.0.0.1" },
  );
  const text = await response.text();
  const parsed: unknown = text.startsWith("{") ? JSON.parse(text) : {};
  const fields = typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  return { status: response.status, headers: response.headers, body: fields };
}

/** The tokens of a session in a reply. Throws when the reply contains no session. */
export function tokensOf(reply: Reply): { accessToken: string; refreshToken: string } {
  const { access_token, refresh_token } = reply.body;
  if (typeof access_token !== "string" || typeof refresh_token !== "string") {
    throw new Error(`No session in ${JSON.stringify(reply.body)}`);
  }
  return { accessToken: access_token, refreshToken: refresh_token };
}

/** Signs a new user up and in. */
export async function signUp({ auth }: TestService, email = newAddress()) {
  const reply = await call(auth, "POST", "signup", { body: { email, password: goodPassword } });
  return { email, ...tokensOf(reply) };
}
