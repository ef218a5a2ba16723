import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "@platen/kit/testing/bundle";
import { openDatabase } from "@platen/postgres";
import { call, goodPassword, startTestService, tokensOf } from "./testing/service";

let directory: string;
let program: Awaited<ReturnType<typeof bundle>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "auth-durability-"));
  program = await bundle("services/auth/testing/writer.ts");
});
afterAll(async () => {
  await program.remove();
  await rm(directory, { recursive: true, force: true });
});

/** Accounts that were acknowledged, and the refresh tokens of each, oldest first. */
type Acknowledged = Map<string, string[]>;

/** Lets the writer acknowledge this much, and kills it without warning. */
async function writeAndKill(run: number, count: number, known: Acknowledged): Promise<number> {
  const writer = spawn(process.execPath, [program.file, join(directory, "data"), String(run)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let seen = 0;
  for await (const line of createInterface(writer.stdout)) {
    const [kind, email = "", token = ""] = line.split(" ");
    if (kind === "account") known.set(email, []);
    else known.get(email)?.push(token);
    seen += 1;
    if (seen === count) writer.kill("SIGKILL");
  }
  if (writer.exitCode === null && writer.signalCode === null) await once(writer, "exit");
  expect(writer.signalCode).toBe("SIGKILL");
  return seen;
}

test("killed during a thousand sign-ups, sign-ins and refreshes, the service loses nothing acknowledged and accepts no replayed token", async () => {
  const known: Acknowledged = new Map();
  let acknowledged = 0;
  for (const [run, count] of [40, 420, 540].entries()) {
    acknowledged += await writeAndKill(run, count, known);
  }
  expect(acknowledged).toBeGreaterThanOrEqual(1000);

  const service = await startTestService({
    database: await openDatabase(join(directory, "data")),
  });
  const { auth } = service;
  const refresh = (token: string) =>
    call(auth, "POST", "token?grant_type=refresh_token", { body: { refresh_token: token } });

  for (const email of known.keys()) {
    const reply = await call(auth, "POST", "token?grant_type=password", {
      body: { email, password: goodPassword },
    });
    expect(reply.status, email).toBe(200);
  }
  // The holder of the last token can continue, even when its response was lost with the process.
  const ended: { email: string; copy: string; latest: string }[] = [];
  for (const [email, tokens] of known) {
    const last = tokens.at(-1);
    if (last === undefined) continue;
    const reply = await refresh(last);
    expect(reply.status, email).toBe(200);
    const copy = tokens.at(-3);
    if (copy !== undefined) ended.push({ email, copy, latest: tokensOf(reply).refreshToken });
  }
  // After the interval in which several tabs may refresh at once, an older one is a copy, and ends
  // the session for both.
  service.wait(11);
  expect(ended.length).toBeGreaterThan(100);
  for (const { email, copy, latest } of ended) {
    const reply = await refresh(copy);
    expect(reply, email).toMatchObject({
      status: 400,
      body: { code: "refresh_token_already_used" },
    });
    expect((await refresh(latest)).status, email).toBe(400);
  }
  await service.close();
}, 120_000);
