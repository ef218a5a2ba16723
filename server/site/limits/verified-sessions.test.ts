import { expect, test } from "vitest";
import { VerifiedSessions } from "./verified-sessions";

test("a request counts for the account that its cookies were verified as, and others for nobody", () => {
  const known = new VerifiedSessions("session");
  known.remember("session=a", "ada");
  expect(known.accountOf("session=a")).toBe("ada");
  expect(known.accountOf("session=b")).toBeNull();
  expect(known.accountOf("theme=dark; session=a; toast=b")).toBe("ada");
  expect(known.accountOf("session=a; session.0=b")).toBeNull();
  expect(known.accountOf(undefined)).toBeNull();
  known.remember("theme=dark", "ada");
  expect(known.accountOf("theme=dark")).toBeNull();
});
