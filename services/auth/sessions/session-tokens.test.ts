import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createRefreshTokenKey, encodeRefreshToken } from "./refresh-token";
import { signUp, startTestService, type TestService } from "../testing/service";

/* What stands for a session: unique, and not to be guessed in 2^128 tries. */

let service: TestService;
const moment = new Date();

beforeAll(async () => {
  service = await startTestService({ clock: () => moment });
});
afterAll(() => service.close());

// Neither the clock nor this may be where a token comes from: both can be guessed.
beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0.5));
afterEach(() => void vi.restoreAllMocks());

const sessionId = "00000000-0000-4000-8000-000000000000";

test("sessions that begin at the same moment share neither token, id nor key", async () => {
  const begun = 25;
  const accounts = [];
  for (let n = 0; n < begun; n += 1) accounts.push(await signUp(service));
  const rows = await service.database.query<{ id: string; key: string }>(
    "select id, refresh_token_hmac_key as key from auth.sessions",
  );
  expect(rows).toHaveLength(begun);
  for (const values of [
    accounts.map(({ accessToken }) => accessToken),
    accounts.map(({ refreshToken }) => refreshToken),
    rows.map(({ id }) => id),
    rows.map(({ key }) => key),
  ]) {
    expect(new Set(values).size).toBe(begun);
  }
  for (const { key } of rows) {
    expect(Buffer.from(key, "base64url").length).toBeGreaterThanOrEqual(16);
  }
});

test("128 bits of a refresh token differ by chance from session to session", () => {
  const made = 2_000;
  const signatures = Array.from({ length: made }, () => {
    const token = encodeRefreshToken(sessionId, 0, createRefreshTokenKey());
    // Behind a zero byte, the session's id and the counter; before the checksum.
    return Buffer.from(token, "base64url").subarray(18, -4);
  });
  expect(new Set(signatures.map((each) => each.toString("hex"))).size).toBe(made);
  const bits = signatures.map((each) =>
    [...each].flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> bit) & 1)),
  );
  expect(bits[0]?.length).toBeGreaterThanOrEqual(128);
  const shares = bits[0]?.map(
    (_, place) => bits.reduce((sum, each) => sum + (each[place] ?? 0), 0) / made,
  );
  // Nine standard deviations from a half.
  for (const share of shares ?? []) expect(Math.abs(share - 0.5)).toBeLessThan(0.1);
});
