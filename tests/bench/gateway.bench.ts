import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { bench } from "vitest";
import { z } from "zod";
import { migrations as authMigrations } from "@platen/auth/migrations";
import { publishableKey, secretKey, startTestService } from "@platen/auth/testing/service";
import type { Database } from "@platen/postgres/database";
import { appMigrations } from "../../server/backend/app-migrations";
import { openTransactions } from "@domain/database/transactions.server";
import { createServiceKey } from "@domain/api-keys/service-keys.server";
import { adminClient } from "../contract/support/auth-clients";
import { openTestDatabase } from "../contract/support/test-database";
import { startSite } from "../e2e/support/start-site";
import { singleRun, report, requireBars, Times } from "./measure";

const account = { email: "ada@mail.example", password: "correct horse battery" };

bench("the gateway API and the dashboard", measure, singleRun);

/** On the embedded Postgres; with TEST_DATABASE_URL, on a real server. */
async function measure(): Promise<void> {
  const { database, address, concurrent, close } = await openTestDatabase({
    migrations: [authMigrations, appMigrations],
  });
  const service = await startTestService({ database });
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const site = await startSite({
    dataDirectory: directory,
    environment: {
      SUPABASE_URL: service.url,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SUPABASE_SECRET_KEY: secretKey,
      DATABASE_URL: address,
    },
  });
  try {
    console.log(concurrent ? "On a PostgreSQL server:" : "On the embedded Postgres:");
    await measureVerify({ database, address, port: Number(new URL(site.url).port), concurrent });
    await measureDashboard({ database, siteUrl: site.url, serviceUrl: service.url });
    requireBars();
  } finally {
    await site.stop();
    await close(() => service.close());
    await rm(directory, { recursive: true });
  }
}

async function measureVerify(at: {
  database: Database;
  address: string;
  port: number;
  concurrent: boolean;
}): Promise<void> {
  const database = openTransactions(at.address);
  const secret = await database.withService((tx) => createServiceKey(tx, "bench"));
  await database.close();
  const keys = Array.from({ length: 100 }, () => `pdf_${randomBytes(32).toString("base64url")}`);
  for (const key of keys) await insertKey(at.database, key);
  const asked = { port: at.port, secret, keys, callers: 64 };
  await call({ ...asked, milliseconds: 3_000 });
  const { times, wrong } = await call({ ...asked, milliseconds: 8_000 });
  if (wrong > 0) throw new Error(`${wrong} of ${times.length} answers were wrong.`);
  const sorted = times.toSorted((left, right) => left - right);
  const perSecond = times.length / 8;
  report("verify, answers a second, 64 callers", perSecond, "/s");
  report("verify, p50", sorted[Math.floor(sorted.length / 2)] ?? NaN, "ms");
  report("verify, p99", sorted[Math.floor(sorted.length * 0.99)] ?? NaN, "ms");
  report(
    "verify, seconds for 1,500 answers",
    1_500 / perSecond,
    "s",
    at.concurrent ? 1 : undefined,
  );
}

/** A key with its own account. */
async function insertKey(database: Database, key: string): Promise<void> {
  const [row] = await database.query<{ id: string }>(
    `insert into auth.users (id, email, created_at)
     values (gen_random_uuid(), $1 || '@mail.example', now()) returning id`,
    [key],
  );
  await database.query(
    `insert into public.api_keys (user_id, name, prefix, hash, scopes)
     values ($1, 'bench', left($2, 10), $3, '{edit}')`,
    [row?.id, key, createHash("sha256").update(key).digest("hex")],
  );
}

const counted = z.tuple([z.object({ times: z.array(z.number()), wrong: z.number() })]);

async function call(workerData: object) {
  const worker = new Worker(new URL("gateway-callers.js", import.meta.url), { workerData });
  const [response] = counted.parse(await once(worker, "message"));
  return response;
}

async function measureDashboard(at: {
  database: Database;
  siteUrl: string;
  serviceUrl: string;
}): Promise<void> {
  const target = { url: at.serviceUrl, publishableKey, secretKey };
  const { data, error } = await adminClient(target).auth.admin.createUser({
    ...account,
    email_confirm: true,
  });
  if (error) throw error;
  const Cookie = await signIn(at.siteUrl);
  const open = async (path: string) => {
    const response = await fetch(`${at.siteUrl}${path}`, { headers: { Cookie } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await response.arrayBuffer();
  };
  await open("/dashboard");
  await at.database.query(
    `insert into public.credit_entries (user_id, kind, amount, period_start, operation, idempotency_key)
     select user_id, 'debit', -1, period_start, 'pdf/merge', 'bench ' || n
     from public.credit_entries, generate_series(1, 90) n where user_id = $1 and kind = 'grant'`,
    [data.user.id],
  );
  const [page, loaders] = [new Times(), new Times()];
  for (let n = 0; n < 60; n++) {
    await page.of(() => open("/dashboard"));
    await loaders.of(() => open("/dashboard.data"));
  }
  report("dashboard page, p50", page.percentile(50), "ms");
  report("its data alone, p50", loaders.percentile(50), "ms");
  report("dashboard beyond its data", page.percentile(50) - loaders.percentile(50), "ms", 30);
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(account),
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  if (response.status !== 302 || cookies.length === 0) throw new Error("Nobody signed in.");
  return cookies.join("; ");
}
