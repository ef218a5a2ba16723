import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { compare, hash } from "@node-rs/bcrypt";
import { setTimeout as wait } from "node:timers/promises";
import { bench } from "vitest";
import { z } from "zod";
import { adminClient, type Target, visitorClient } from "../contract/support/auth-clients";
import { startSite } from "../e2e/support/start-site";
import { singleRun, report, requireBars, Times } from "./measure";

const password = "correct horse battery";
const people = 50;

type Client = ReturnType<typeof visitorClient>;

bench(`accounts of a running site with ${people} of them`, measure, singleRun);

async function measure(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const site = await startSite({ dataDirectory: directory });
  try {
    const target = await readTarget(directory);
    const emails = await makeAccounts(target);
    const token = await measureSignIn(target, emails);
    await measureRefresh(target, emails);
    await measureClaims(target, token);
    await measurePages(site.url, { target, emails });
    requireBars();
  } finally {
    await site.stop();
    await rm(directory, { recursive: true });
  }
}

/** The connection data of the running site's backend, as commands find it. */
async function readTarget(directory: string): Promise<Target> {
  const link = z
    .object({
      SUPABASE_URL: z.string(),
      SUPABASE_PUBLISHABLE_KEY: z.string(),
      SUPABASE_SECRET_KEY: z.string(),
    })
    .parse(JSON.parse(await readFile(join(directory, "run", "backend.json"), "utf8")));
  return {
    url: link.SUPABASE_URL,
    publishableKey: link.SUPABASE_PUBLISHABLE_KEY,
    secretKey: link.SUPABASE_SECRET_KEY,
  };
}

async function makeAccounts(target: Target): Promise<string[]> {
  const { admin } = adminClient(target).auth;
  const emails = Array.from({ length: people }, (_, n) => `person${n}@mail.example`);
  for (const email of emails) {
    const { error } = await admin.createUser({ email, password, email_confirm: true });
    if (error) throw error;
  }
  return emails;
}

async function signIn({ auth }: Client, email: string) {
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  return data.session;
}

/** Alternates with a bare bcrypt, so that both run under the same machine load. */
async function measureSignIn(target: Target, emails: string[]): Promise<string> {
  const stored = await hash(password, { cost: 10 });
  const [bare, whole] = [new Times(), new Times()];
  let token = "";
  for (const email of emails) {
    await bare.of(() => compare(password, stored));
    const client = visitorClient(target);
    token = (await whole.of(() => signIn(client, email))).access_token;
  }
  report("bcrypt alone, p50", bare.percentile(50), "ms");
  report("sign-in, p50", whole.percentile(50), "ms");
  const own = whole.percentile(50) - bare.percentile(50);
  report("sign-in without its bcrypt, p50", own, "ms", 20);
  return token;
}

async function measureRefresh(target: Target, emails: string[]): Promise<void> {
  const times = new Times();
  for (const email of emails.slice(0, 20)) {
    const client = visitorClient(target);
    await client.auth.signInWithPassword({ email, password });
    for (let n = 0; n < 10; n++) {
      const { error } = await times.of(() => client.auth.refreshSession());
      if (error) throw error;
    }
  }
  report("refresh, p50", times.percentile(50), "ms", 10);
}

async function measureClaims(target: Target, token: string): Promise<void> {
  const { auth } = visitorClient(target);
  // The first call fetches the keys.
  await auth.getClaims(token);
  const times = new Times();
  for (let n = 0; n < 1000; n++) {
    const { data } = await times.of(() => auth.getClaims(token));
    if (!data) throw new Error("The token does not verify.");
  }
  report("getClaims, verified locally, p50", times.percentile(50), "ms", 1);
}

/** Whether visitors notice when fifty users sign in at once. */
async function measurePages(
  url: string,
  crowd: { target: Target; emails: string[] },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const page = () =>
    new Promise<void>((done, failed) => {
      const request = get(url, { agent }, (response) => response.resume().once("end", done));
      request.once("error", failed);
    });
  /** Opens pages at the rate of visitors, until `ends`. */
  async function visit(ends: Promise<unknown>): Promise<Times> {
    const times = new Times();
    let ended = false;
    void ends.then(() => (ended = true));
    while (!ended) {
      await times.of(page);
      await wait(2);
    }
    return times;
  }

  await visit(wait(2_000));
  const quiet = await visit(wait(5_000));
  const worker = new Worker(new URL("crowd.js", import.meta.url), {
    workerData: { ...crowd, password },
  });
  const lastSignedIn = once(worker, "message");
  const busy = await visit(lastSignedIn);
  const [duration] = z.tuple([z.number()]).parse(await lastSignedIn);
  agent.destroy();
  report(`page, p99 of ${quiet.count}, nobody signs in`, quiet.percentile(99), "ms");
  report(`page, p99 of ${busy.count}, ${people} sign in at once`, busy.percentile(99), "ms");
  report("until all of them were in", duration, "ms");
  report("page p99, busy against quiet", busy.percentile(99) / quiet.percentile(99), "×", 2);
}
