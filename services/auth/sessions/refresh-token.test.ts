import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRefreshTokenKey, decodeRefreshToken, encodeRefreshToken } from "./refresh-token";

test("a refresh token contains its session and its counter", () => {
  const key = createRefreshTokenKey();
  fc.assert(
    fc.property(fc.uuid(), fc.nat(Number.MAX_SAFE_INTEGER), (id, counter) => {
      const decoded = decodeRefreshToken(encodeRefreshToken(id, counter, key));
      expect(decoded).toMatchObject({ sessionId: id, counter });
      expect(decoded?.signedBy(key)).toBe(true);
      expect(decoded?.signedBy(createRefreshTokenKey())).toBe(false);
    }),
  );
});

test("a first refresh token has 51 characters, as in the hosted service", () => {
  expect(encodeRefreshToken(randomUUID(), 0, createRefreshTokenKey())).toHaveLength(51);
});

test("a token with any character changed is refused", () => {
  const token = encodeRefreshToken(randomUUID(), 300, createRefreshTokenKey());
  for (const [index, character] of [...token].entries()) {
    const other = character === "A" ? "B" : "A";
    expect(decodeRefreshToken(token.slice(0, index) + other + token.slice(index + 1))).toBeNull();
  }
});

test("a token has one valid spelling", () => {
  const token = encodeRefreshToken(randomUUID(), 0, createRefreshTokenKey());
  expect(decodeRefreshToken(`${token}=`)).toBeNull();
  expect(decodeRefreshToken(` ${token}`)).toBeNull();
});

test("any other text is refused without an exception", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(decodeRefreshToken(text)).toBeNull();
    }),
  );
});
