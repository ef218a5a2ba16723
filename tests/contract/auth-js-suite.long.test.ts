import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startTestService, type TestService } from "@platen/auth/testing/service";
import { authSettings } from "../../server/config/auth-environment";
import { readEnvironment } from "../../server/config/environment";

/**
 * The auth client's own tests (packages/core/auth-js of github.com/supabase/supabase-js), which are
 * not part of this repository: install their dependencies there, generate their keys with `node
 * test/generate-signing-keys.js`, and set AUTH_JS_SUITE to the folder. They expect a server on port
 * 54321.
 */
const suite = process.env.AUTH_JS_SUITE;

const run = promisify(execFile);

/**
 * As in test/supabase/config.toml; sign-ups are confirmed automatically there, and no limit counts
 * requests by IP address.
 */
const variables = {
  PASSWORD_MIN_LENGTH: "6",
  JWT_EXP: "3600",
  MAILER_OTP_EXP: "3600",
  SMTP_MAX_FREQUENCY: "1s",
  SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: "10",
  EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
  MFA_WEB_AUTHN_ENROLL_ENABLED: "true",
  RATE_LIMIT_TOKEN_REFRESH: "100000",
  RATE_LIMIT_OTP: "100000",
  RATE_LIMIT_VERIFY: "100000",
  RATE_LIMIT_ANONYMOUS_USERS: "100000",
  MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: "100000",
};

/** Passkeys are left out (docs/auth.md), and docker-tests are for servers with other settings. */
const leftOut = ["/node_modules/", "/docker-tests/", "/example/", "passkey.e2e"];

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

describe.skipIf(!suite)("the auth client's own tests", () => {
  const folder = suite ?? "";
  let service: TestService;
  let reports: string;
  let publishableKey: string;

  beforeAll(async () => {
    reports = await mkdtemp(join(tmpdir(), "auth-js-"));
    const { stdout } = await run("node", ["test/generate-jwt.js"], { cwd: folder });
    const [publishable = "", secretKey = ""] = stdout.match(/^ey\S+$/gm) ?? [];
    publishableKey = publishable;
    service = await startTestService({
      ...authSettings(readEnvironment(variables)),
      publishableKey,
      secretKey,
      mailsPerHour: 100_000,
    });
  });
  afterAll(async () => {
    await service.close();
    await rm(reports, { recursive: true });
  });

  test("pass, except for those left out", { timeout: 1_200_000 }, async () => {
    const alone = await resultsOf("alone");
    const needed = alone.filter(({ status }) => status === "failed").map(({ name }) => name);
    const close = await listen(service, publishableKey);
    // The default is five seconds, which a busy machine takes for a few passwords.
    const served = await resultsOf("served", "--testTimeout=30000");
    await close();
    const missing = served.filter(
      ({ name, status }) => status !== "passed" && needed.includes(name),
    );
    const passed = needed.length - missing.length;
    console.log(`${passed} of ${needed.length} that need a server passed. Missing:`, missing);
    expect(passed).toBeGreaterThanOrEqual(104);
  });

  /** Each test with its outcome. Numbered, because some have the same name. */
  async function resultsOf(name: string, ...more: string[]) {
    const file = join(reports, `${name}.json`);
    const parameters = ["--json", `--outputFile=${file}`, "--coverage=false", "--maxWorkers=1"];
    const patterns = leftOut.map((each) => `--testPathIgnorePatterns=${each}`);
    const jest = join(folder, "../../../node_modules/.bin/jest");
    // It exits with 1 as soon as one test fails, which the report covers.
    await run(jest, [...parameters, ...patterns, ...more], {
      cwd: folder,
      maxBuffer: 2 ** 26,
    }).catch(() => {});
    const report = reportSchema.parse(JSON.parse(await readFile(file, "utf8")));
    return report.testResults.flatMap(({ name: path, assertionResults }) =>
      assertionResults.map(({ fullName, status, failureMessages: [why = ""] }, n) => ({
        name: `${path.slice(folder.length)} ${n} ${fullName}`,
        status,
        why: why.slice(0, 200),
      })),
    );
  }
});

/**
 * Takes the place of the suite's own gateway, which treats requests without a key as if they had
 * the publishable one.
 */
async function listen({ auth }: TestService, publishableKey: string): Promise<() => Promise<void>> {
  const server = createServer(
    getRequestListener((request, { incoming }) => {
      const headers = new Headers(request.headers);
      if (!headers.has("apikey")) headers.set("apikey", publishableKey);
      const address = incoming.socket.remoteAddress ?? "";
      return auth.fetch(new Request(request, { headers }), { address });
    }),
  );
  await new Promise<void>((listening) => server.listen(54321, "127.0.0.1", listening));
  return async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
}
