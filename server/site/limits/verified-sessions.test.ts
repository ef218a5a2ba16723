import { expect, test } from "vitest";
import { VerifiedSessions } from "./verified-sessions";

test("a request counts for the account of its verified cookies, and any other for nobody", () => {
  const known = new VerifiedSessions("session");
  known.set("session=a", "ada");
  expect(known.accountOf("session=a")).toBe("ada");
  expect(known.accountOf("session=b")).toBeNull();
  expect(known.accountOf("theme=dark; session=a; toast=b")).toBe("ada");
  expect(known.accountOf("session=a; session.0=b")).toBeNull();
  expect(known.accountOf(undefined)).toBeNull();
  known.set("theme=dark", "ada");
  expect(known.accountOf("theme=dark")).toBeNull();
  known.set("session=a", null);
  expect(known.accountOf("session=a")).toBeNull();
});
