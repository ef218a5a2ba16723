import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import { createAuth } from "@platen/auth";
import {
  call,
  goodPassword,
  newAddress,
  publishableKey,
  secretKey,
  siteUrl,
} from "@platen/auth/testing/service";
import { openDatabase } from "@platen/postgres";
import { createMailer, mailProblem } from "./smtp-mailer";

// Some start an auth service twice, each with its own database.
vi.setConfig({ testTimeout: 360_000 });

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "mail-"));
});
afterAll(() => rm(directory, { recursive: true }));

interface Received {
  to: string[];
  source: string;
}

/**
 * A real mail server on loopback. `refuse` is its response to a recipient, `refuseSender` its
 * response to our sender, `refuseClient` its greeting.
 */
async function startMailServer({
  port = 0,
  refuse,
  refuseSender,
  refuseClient,
}: { port?: number; refuse?: number; refuseSender?: number; refuseClient?: number } = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === "mailer" && password === "p@ss word") done(null, { user: username });
      else done(new Error("Wrong name or password"));
    },
    onConnect: (_session, done) => {
      if (refuseClient === undefined) return done();
      done(Object.assign(new Error("Not from there"), { responseCode: refuseClient }));
    },
    onMailFrom: ({ address }, _session, done) => {
      if (refuseSender === undefined) return done();
      done(Object.assign(new Error(`Not from ${address}`), { responseCode: refuseSender }));
    },
    onRcptTo: ({ address }, _session, done) => {
      if (refuse === undefined) return done();
      done(Object.assign(new Error(`No mailbox ${address}`), { responseCode: refuse }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  // A client that hangs up in the middle.
  server.on("error", () => {});
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    port: address.port,
    received,
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}

type Log = { message: string; details: object }[];

/** The service as the backend creates it, on one database that outlives it. */
async function startAuth(port: number, brand: () => string = () => "Platen") {
  const environment = {
    SITE_URL: siteUrl,
    SMTP_URL: `smtp://mailer:p%40ss%20word@127.0.0.1:${port}`,
    MAIL_FROM: "Platen <no-reply@platen.example>",
  };
  const log: Log = [];
  const database = await openDatabase(join(directory, "data"));
  const auth = await createAuth({
    database,
    keyDirectory: join(directory, "data"),
    issuer: `${siteUrl}/auth/v1`,
    siteUrl,
    publishableKey,
    secretKey,
    brandName: brand,
    mailer: createMailer(environment, join(directory, "outbox")),
    logger: {
      warn: (details, message) => void log.push({ message, details }),
      error: (details, message) => void log.push({ message, details }),
    },
  });
  return {
    auth,
    database,
    log,
    signUp: async () => {
      const email = newAddress();
      const body = { email, password: goodPassword };
      expect((await call(auth, "POST", "signup", { body })).status).toBe(200);
      return email;
    },
    async stop() {
      await auth.close();
      await database.close();
    },
  };
}

test("a mail is sent as text and HTML, with the brand name at the time of sending", async () => {
  const server = await startMailServer();
  onTestFinished(server.close);
  let brand = "Platen";
  const service = await startAuth(server.port, () => brand);
  onTestFinished(service.stop);
  await service.signUp();
  await eventually(() => expect(server.received).toHaveLength(1));
  brand = "Renamed";
  const email = await service.signUp();
  await eventually(() => expect(server.received).toHaveLength(2));
  const [first, second] = server.received;
  expect(first?.source).toContain("Subject: Confirm your email address for Platen");
  expect(second).toMatchObject({ to: [email] });
  for (const part of [
    "Subject: Confirm your email address for Renamed",
    "From: Platen <no-reply@platen.example>",
    "Content-Type: text/plain",
    "Content-Type: text/html",
  ]) {
    expect(second?.source).toContain(part);
  }
  await eventually(async () => {
    expect(await service.database.query("select from auth.mail_queue")).toEqual([]);
  });
  expect(service.log).toEqual([]);
});

test("a mail that could not be sent is sent once after a restart, to its recipient", async () => {
  const { port, close } = await startMailServer();
  await close();
  const before = await startAuth(port);
  const email = await before.signUp();
  await eventually(() => expect(before.log).not.toEqual([]));
  expect(before.log[0]).toEqual({
    message: "A mail could not be sent and will be tried again.",
    details: { kind: "signup", attempts: 1, reason: expect.any(String) },
  });
  await before.stop();

  const server = await startMailServer({ port });
  onTestFinished(server.close);
  const after = await startAuth(port);
  onTestFinished(after.stop);
  await eventually(async () => {
    expect(await after.database.query("select from auth.mail_queue")).toEqual([]);
  });
  expect(server.received).toMatchObject([{ to: [email] }]);
});

test("a mail is dropped after ten attempts or a permanent refusal, and the log has no email address", async () => {
  const away = await startMailServer({ refuse: 451 });
  onTestFinished(away.close);
  const service = await startAuth(away.port);
  const email = await service.signUp();
  await eventually(() => expect(service.log).toHaveLength(1));
  await service.database.query("update auth.mail_queue set attempts = 9, due_at = now()");
  await eventually(() => expect(service.log).toHaveLength(2));
  const givenUp = "A mail could not be sent and was dropped.";
  expect(service.log[1]).toMatchObject({ message: givenUp, details: { attempts: 10 } });
  await service.stop();

  const never = await startMailServer({ refuse: 550 });
  onTestFinished(never.close);
  const second = await startAuth(never.port);
  onTestFinished(second.stop);
  const other = await second.signUp();
  await eventually(() => expect(second.log).toHaveLength(1));
  expect(second.log[0]).toMatchObject({
    message: givenUp,
    details: { attempts: 1, reason: "EENVELOPE 550" },
  });
  const logs = JSON.stringify([service.log, second.log]);
  expect(logs).not.toContain(email);
  expect(logs).not.toContain(other);
});

test("a mail waits while the mail server refuses this machine in its greeting", async () => {
  const { port, close } = await startMailServer({ refuseClient: 554 });
  const before = await startAuth(port);
  const email = await before.signUp();
  await eventually(() => expect(before.log).toHaveLength(1));
  expect(before.log[0]).toMatchObject({
    message: "A mail could not be sent and will be tried again.",
    details: { attempts: 1 },
  });
  await before.stop();
  await close();

  const server = await startMailServer({ port });
  onTestFinished(server.close);
  const after = await startAuth(port);
  onTestFinished(after.stop);
  await eventually(() => expect(server.received).toMatchObject([{ to: [email] }]));
});

test("a mail with a refused sender waits for a correct MAIL_FROM, and the log names the problem", async () => {
  const { port, close } = await startMailServer({ refuseSender: 553 });
  const before = await startAuth(port);
  const email = await before.signUp();
  await eventually(() => expect(before.log).toHaveLength(1));
  expect(before.log[0]).toEqual({
    message: "A mail could not be sent and will be tried again.",
    details: { kind: "signup", attempts: 1, reason: "MAIL_FROM 553" },
  });
  await before.stop();
  await close();

  const server = await startMailServer({ port });
  onTestFinished(server.close);
  const after = await startAuth(port);
  onTestFinished(after.stop);
  await eventually(() => expect(server.received).toMatchObject([{ to: [email] }]));
});

test("a problem with the mail server is reported in one sentence", async () => {
  const server = await startMailServer();
  const { port } = server;
  const problem = (address: string) => mailProblem({ SITE_URL: siteUrl, SMTP_URL: address });
  expect(await mailProblem({ SITE_URL: siteUrl })).toBeNull();
  expect(await problem(`smtp://mailer:p%40ss%20word@127.0.0.1:${port}`)).toBeNull();
  const refused = await problem(`smtp://mailer:wrong@127.0.0.1:${port}`);
  expect(refused).toBe(
    `Mail cannot be sent: the server 127.0.0.1:${port} of SMTP_URL refuses the name and password.`,
  );
  expect(await problem(`smtps://127.0.0.1:${port}`)).toMatch(/no safe connection/);
  await server.close();
  expect(await problem(`smtp://127.0.0.1:${port}`)).toMatch(/^Mail cannot be sent: .*127\.0\.0\.1/);
});

test("the outbox has the last thousand mails", async () => {
  const outbox = join(directory, "full-outbox");
  await mkdir(outbox);
  for (let n = 0; n < 1_000; n += 1)
    await writeFile(join(outbox, `2020-01-01T00-00-00.000Z-${String(n).padStart(4, "0")}.eml`), "");
  const { send } = createMailer({ SITE_URL: siteUrl }, outbox);
  const mail = {
    kind: "recovery",
    to: "ada@mail.example",
    html: "",
    text: "",
    link: null,
  } as const;
  await send({ ...mail, subject: "One" });
  await send({ ...mail, subject: "Two" });
  const names = (await readdir(outbox)).sort();
  expect(names).toHaveLength(1_000);
  expect(names[0]).toContain("0002.eml");
});
