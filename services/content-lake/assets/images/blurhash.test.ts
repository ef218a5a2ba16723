import { expect, test } from "vitest";
import { blurHash } from "./blurhash";

const filled = (red: number, green: number, blue: number, alpha = 255) =>
  Uint8Array.from({ length: 16 * 16 * 4 }, (_, at) => [red, green, blue, alpha][at % 4] ?? 0);

test("a black picture has the hash of the reference implementation", () => {
  expect(blurHash(filled(0, 0, 0), 16, 16, 4, 3)).toBe("L00000fQfQfQfQfQfQfQfQfQfQfQ");
});

test("a single color is encoded exactly", () => {
  expect(blurHash(filled(255, 0, 0), 16, 16, 1, 1)).toBe("00TI:j");
});

test("transparency counts as white", () => {
  expect(blurHash(filled(10, 20, 30, 0), 16, 16, 3, 3)).toBe(
    blurHash(filled(255, 255, 255), 16, 16, 3, 3),
  );
});

test("the length follows from the components", () => {
  const noise = Uint8Array.from({ length: 16 * 16 * 4 }, (_, at) => (at * 7919) % 256);
  expect(blurHash(noise, 16, 16, 4, 3)).toHaveLength(4 + 2 * 4 * 3);
  expect(blurHash(noise, 16, 16, 9, 9)).toHaveLength(4 + 2 * 81);
});
