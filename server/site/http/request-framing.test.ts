import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { problemWithFraming } from "./request-framing";

function problemWith(url: string, method = "GET", headers: Record<string, string> = {}) {
  const all = { host: "localhost", ...headers };
  const request = new IncomingMessage(new Socket());
  return problemWithFraming(
    Object.assign(request, { url, method, headers: all, httpVersion: "1.1" }),
  )?.status;
}

test.each([
  "/lake/v1/data/listen/../live/events/production",
  "/lake/../healthz",
  "/lake/v1/%2e%2E/x",
  "/lake/v1/.%2e?x",
  "/./login",
  "/lake\\..\\healthz",
  "/x/..",
])("a target with a dot segment is refused: %s", (url) => expect(problemWith(url)).toBe(400));

test.each([
  "/.well-known/security.txt",
  "/a..b/c.",
  "/blog?x=/../y",
  "/lake/v1/data/doc/x/drafts.a",
])("dots in a segment, or in the parameters, are no problem: %s", (url) =>
  expect(problemWith(url)).toBeUndefined(),
);

test.each([
  "/lake/v1/auth/logout",
  "/lake/v1/data/query/production",
  "/lake/v1/data/mutate/production",
  "/lake/v1/assets/images/production/x",
  "/login?/lake/v1/assets/images/production",
])("a chunked body is refused where its length is known: %s", (url) => {
  expect(problemWith(url, "POST", { "transfer-encoding": "chunked" })).toBe(411);
});

test.each([
  "/lake/v2025-02-19/assets/images/production?filename=a",
  "/lake//vX/assets/files/production",
])("an upload may be chunked: %s", (url) => {
  expect(problemWith(url, "POST", { "transfer-encoding": "chunked" })).toBeUndefined();
});
