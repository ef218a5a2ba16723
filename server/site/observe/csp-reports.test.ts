import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { takeCspReport } from "./csp-reports";
import { createLogger } from "../../logging/logger";

/** Sends a report, and returns the status of the response and what was logged. */
async function report(body: string, method = "POST") {
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => void lines.push(line) });
  const server = createServer((request, response) => void takeCspReport(request, response, logger));
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const { status } = await fetch(`http://127.0.0.1:${port}/csp-report`, { method, body });
  return { status, log: lines.join("") };
}

const page = "https://platen.example/reset-password?token_hash=secret-of-one";

test.each([
  [
    "in the old format",
    {
      "csp-report": {
        "violated-directive": "script-src 'self'",
        "blocked-uri": "https://evil.example/x.js?who=ada",
        "document-uri": page,
      },
    },
  ],
  [
    "in the current format",
    [
      {
        type: "csp-violation",
        body: {
          effectiveDirective: "script-src",
          blockedURL: "https://evil.example/x.js?who=ada",
          documentURL: page,
        },
      },
      { type: "deprecation", body: {} },
    ],
  ],
])("a report %s is logged with its location, without personal data", async (_name, sent) => {
  const { status, log } = await report(JSON.stringify(sent));
  expect(status).toBe(204);
  expect(log.trim().split("\n")).toHaveLength(1);
  expect(JSON.parse(log)).toMatchObject({
    directive: "script-src",
    blocked: "evil.example/x.js",
    page: "platen.example/reset-password",
  });
  expect(log).not.toMatch(/secret-of-one|ada/);
});

test.each([
  ["invalid JSON", "{", 400],
  ["another shape", '{"a":1}', 400],
  ["more reports than one page has", JSON.stringify(Array(21).fill({ type: "x", body: {} })), 400],
  ["an oversized report", JSON.stringify({ a: "x".repeat(20_000) }), 413],
])("%s is refused and not logged", async (_name, body, status) => {
  expect(await report(body)).toEqual({ status, log: "" });
});
