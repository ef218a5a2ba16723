import { expect, test } from "vitest";
import { createLogger } from "./log";

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger({ write: (line) => void lines.push(line) }));
  return lines.join("");
}

const token = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl";

test.each([
  ["an e-mail address", "No account ada.l+x@mail.example here", "ada"],
  ["an address in a link", "/login?email=ada%40mail.example", "ada"],
  ["an access token", `The token ${token} is old`, "eyJ"],
  ["a service key", "key sb_secret_AbC-123 refused", "AbC"],
  ["a bearer token", "Authorization: Bearer abc.def", "abc"],
  ["a link's token", "/auth/confirm?token_hash=pkce_abc123&type=email", "abc123"],
  ["a password in JSON", '{"password":"correct horse"}', "correct"],
  ["the values of a statement", "Failed query: select 1\nparams: Ada Lovelace,7", "Lovelace"],
])("%s does not reach the log", (_name, text, secret) => {
  const line = logged((logger) => {
    logger.error(text);
    logger.error({ err: new Error(text) }, "It failed.");
    logger.error({ detail: { deep: text } }, "It failed.");
  });
  expect(line).not.toContain(secret);
  for (const each of line.trim().split("\n")) expect(() => JSON.parse(each)).not.toThrow();
});

test("a line is JSON with level, time and what it tells", () => {
  const line = JSON.parse(
    logged((logger) => logger.warn({ requestId: "r-1", status: 503 }, "The lake is away.")),
  );
  expect(line).toMatchObject({ level: "warn", requestId: "r-1", status: 503 });
  expect(line.msg).toBe("The lake is away.");
  expect(Date.parse(line.time)).not.toBeNaN();
});
