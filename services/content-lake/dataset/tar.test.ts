import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { tar, type TarEntry } from "./tar";

async function* entries(...list: TarEntry[]) {
  yield* list;
}

async function bytesOf(archive: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of archive) parts.push(part);
  return Buffer.concat(parts);
}

test("the system's tar reads written archives, with files of every length around a block", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "tar-"));
  try {
    const lengths = [0, 1, 511, 512, 513, 70_000];
    await writeFile(path.join(directory, "source"), Buffer.alloc(70_001, "x"));
    const archive = tar(
      entries(
        ...lengths.map((length) => ({ path: `a/${length}`, content: Buffer.alloc(length, "y") })),
        { path: "a/file", content: { file: path.join(directory, "source") } },
      ),
      1_700_000_000,
    );
    await writeFile(path.join(directory, "archive.tar"), await bytesOf(archive));
    await promisify(execFile)("tar", ["xf", "archive.tar"], { cwd: directory });
    for (const length of lengths) {
      const content = await readFile(path.join(directory, "a", String(length)), "utf8");
      expect(content).toBe("y".repeat(length));
    }
    expect((await readFile(path.join(directory, "a", "file"))).length).toBe(70_001);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test("a path that is too long is refused, not truncated", async () => {
  const archive = tar(entries({ path: "x".repeat(101), content: Buffer.alloc(1) }), 0);
  await expect(bytesOf(archive)).rejects.toThrow(RangeError);
});
