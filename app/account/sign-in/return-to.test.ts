import { expect, test } from "vitest";
import { loginUrl, pathAfterSigningIn, planOfPath, returnPath } from "./return-to";

test.each(["/dashboard", "/admin/users?page=2#last", "/blog/a%20b"])("%s is accepted", (path) => {
  expect(returnPath(path)).toBe(path);
});

test.each([
  null,
  "",
  "dashboard",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/..//evil.example",
  "/%5cevil.example",
  "/a%5Cb",
  "/%E0%A4%A",
  "/%00",
  "https://evil.example/",
  "javascript:alert(1)",
  "/login?redirectTo=/login",
  "/logout",
])("%j is not followed", (path) => {
  expect(returnPath(path)).toBe("/");
});

test.each([
  ["plan=business", "/dashboard/plan?chosen=business"],
  ["plan=business&redirectTo=/blog", "/blog"],
  ["plan=free", "/"],
  ["plan=//evil.example", "/"],
  ["", "/"],
])("a sign-up with ?%s continues to %s", (parameters, path) => {
  expect(pathAfterSigningIn(new URLSearchParams(parameters))).toBe(path);
});

test.each([
  ["/dashboard/plan?chosen=business", "business"],
  ["/dashboard/plan", null],
  ["/dashboard?chosen=business", null],
  ["//evil.example/dashboard/plan?chosen=business", null],
])("%s leads to the plan %s", (path, plan) => {
  expect(planOfPath(path)).toBe(plan);
});

test("the login page remembers the page that required the sign-in", () => {
  const request = new Request("http://localhost/dashboard?tab=keys");
  expect(loginUrl(request)).toBe("/login?redirectTo=%2Fdashboard%3Ftab%3Dkeys");
});

test("a data request remembers its page, not its own URL", () => {
  expect(loginUrl(new Request("http://localhost/dashboard.data"))).toBe(
    "/login?redirectTo=%2Fdashboard",
  );
});
