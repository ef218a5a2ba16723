import { AuthApiError } from "@supabase/supabase-js";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { adoptConsole, createLogger } from "./logger";

afterEach(() => void vi.useRealTimers());

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger({ write: (line) => void lines.push(line) }));
  return lines.join("");
}

const token = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl";

test.each([
  ["an email address", "No account ada.l+x@mail.example here", "ada"],
  ["an email address in a link", "/login?email=ada%40mail.example", "ada"],
  ["an access token", `The token ${token} is old`, "eyJ"],
  ["a service key", "key sb_secret_AbC-123 refused", "AbC"],
  ["a bearer token", "Authorization: Bearer abc.def", "abc"],
  ["a link's token", "/auth/confirm?token_hash=pkce_abc123&type=email", "abc123"],
  ["a password in JSON", '{"password":"correct horse"}', "correct"],
  ["values of a statement", "Failed query: select 1\nparams: Ada Lovelace,7", "Lovelace"],
])("%s does not reach the log", (_name, text, secret) => {
  const line = logged((logger) => {
    logger.error(text);
    logger.error({ err: new Error(text) }, "It failed.");
    logger.error({ detail: { deep: text } }, "It failed.");
  });
  expect(line).not.toContain(secret);
  for (const each of line.trim().split("\n")) expect(() => JSON.parse(each)).not.toThrow();
});

test("a line is JSON with level, time and fields", () => {
  const line = JSON.parse(
    logged((logger) => logger.warn({ requestId: "r-1", status: 503 }, "The lake is away.")),
  );
  expect(line).toMatchObject({ level: "warn", requestId: "r-1", status: 503 });
  expect(line.msg).toBe("The lake is away.");
  expect(Date.parse(line.time)).not.toBeNaN();
});

test("a flood of lines is cut off after twenty of a kind, and the rest is counted", async () => {
  vi.useFakeTimers();
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => void lines.push(line) });
  for (let n = 0; n < 1_000; n += 1) logger.warn({ page: `/${n}` }, "A browser reported an error.");
  for (let n = 0; n < 30; n += 1) logger.error({ err: new TypeError("broken") }, "A page failed.");
  logger.error({ err: new RangeError("rare") }, "A page failed.");
  expect(lines).toHaveLength(41);
  expect(lines.at(-1)).toContain("rare");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines.slice(41).map((line) => JSON.parse(line))).toMatchObject([
    { level: "warn", of: "A browser reported an error.", leftOut: 980 },
    { level: "error", of: "A page failed.", leftOut: 10 },
  ]);
  logger.warn("A browser reported an error.");
  expect(lines).toHaveLength(44);
});

test("warnings made up by clients are limited together, and hide no error", () => {
  const lines = logged((logger) => {
    for (let n = 0; n < 5_000; n += 1) logger.warn(`made up ${n}`);
    logger.error("It failed.");
  });
  expect(lines.trim().split("\n")).toHaveLength(121);
  expect(lines).toContain("It failed.");
});

test("errors made up by clients are limited together", () => {
  const lines = logged((logger) => {
    for (let n = 0; n < 5_000; n += 1) logger.error(`made up ${n}`);
  });
  expect(lines.trim().split("\n")).toHaveLength(220);
});

test("a refused session refresh logs no stack, and nothing by default", () => {
  const { error, warn } = console;
  onTestFinished(() => void Object.assign(console, { error, warn }));
  const lines = logged((logger) => {
    adoptConsole(logger);
    console.error(new AuthApiError("Invalid Refresh Token", 400, "refresh_token_not_found"));
    console.error(new AuthApiError("Broken", 500, "unexpected_failure"));
  });
  expect(lines).not.toContain("Invalid Refresh Token");
  expect(lines).toContain("Broken");
});

test.each([undefined, null, "text", 7, { message: 1 }])(
  "a logged error that is none does not stop the logger: %j",
  (err) => {
    expect(logged((logger) => logger.error({ err }, "It failed."))).toContain("It failed.");
  },
);

test.each([
  ["507 Insufficient Storage", new Response(null, { status: 507 })],
  ["The operation timed out", new DOMException("The operation timed out", "TimeoutError")],
])("%s is logged, though it is no native error", (text, err) => {
  const line = logged((logger) => logger.error({ err }, "It failed."));
  expect(JSON.parse(line)).toMatchObject({ err: { message: text } });
  expect(line).not.toContain("INDEX_SIZE_ERR");
});

test("an error is logged with its cause", () => {
  const err = new Error("It failed", { cause: new Error("The disk is full") });
  expect(logged((logger) => logger.error({ err }, "A request failed."))).toContain("disk is full");
});

test("a statement that failed is logged without its values, and in a short line", () => {
  const picture = Buffer.alloc(100_000, "\n");
  const message = `Failed query: insert into avatars\nparams: ${picture.toString()}Lovelace`;
  const err = Object.assign(new Error(message), {
    query: `insert ${"x".repeat(10_000)}`,
    params: [picture, "Lovelace"],
    code: "42501",
  });
  for (const line of [
    logged((logger) => logger.error({ err }, "It failed.")),
    logged((logger) => logger.error({ err: new Error("Outer.", { cause: err }) }, "It failed.")),
  ]) {
    expect(line).toContain("insert into avatars");
    expect(line).not.toContain("Lovelace");
    expect(line.length).toBeLessThan(15_000);
  }
  expect(logged((logger) => logger.error({ err }, "It failed."))).toContain("42501");
});
