import { expect, test } from "vitest";
import { diagnose, type Circumstances } from "./diagnosis";

const well: Circumstances = {
  problem: null,
  origin: "https://platen.example",
  siteOrigin: "https://platen.example",
  frame: { sameOrigin: true, answered: true },
  headers: { frameOptions: "SAMEORIGIN", policy: "default-src 'none'; frame-ancestors 'self'" },
};

test("a working preview has no diagnosis", () => {
  expect(diagnose(well)).toBeNull();
  expect(diagnose({ ...well, frame: null })).toBeNull();
  expect(diagnose({ ...well, headers: null })).toBeNull();
});

const cases: [string, Partial<Circumstances>][] = [
  ["session", { problem: "session" }],
  ["secret", { problem: "secret" }],
  ["origin", { origin: "http://127.0.0.1:3000" }],
  ["origin", { frame: { sameOrigin: false, answered: false } }],
  ["Studio", { frame: { sameOrigin: true, answered: false } }],
  ["frame policy", { headers: { frameOptions: "DENY", policy: null } }],
  ["frame policy", { headers: { frameOptions: null, policy: "frame-ancestors 'none'" } }],
];

test.each(cases)("reports that the %s is wrong for %j", (part, change) => {
  expect(diagnose({ ...well, ...change })?.part).toBe(part);
});

test("frame-ancestors takes precedence over X-Frame-Options, as in browsers", () => {
  const headers = { frameOptions: "DENY", policy: "frame-ancestors 'self'" };
  expect(diagnose({ ...well, headers })).toBeNull();
});
