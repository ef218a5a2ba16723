import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contentProblem } from "./file-signature";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "signatures-"));
});
afterAll(() => rm(directory, { recursive: true }));

async function problemOf(extension: string, content: string | Buffer) {
  const path = join(directory, "file");
  await writeFile(path, content);
  return contentProblem(path, extension);
}

test.each([
  ["pdf", "%PDF-1.7\n"],
  ["pdf", "\n\n%PDF-1.4"],
  ["docx", Buffer.from("504b030414000600", "hex")],
  ["zip", Buffer.from("504b0506", "hex")],
  ["gz", gzipSync("a")],
  ["mp4", Buffer.from("0000001c66747970", "hex")],
  ["txt", "<3 plain words"],
  ["txt", "<!DOCTYPE html>"],
  ["csv", "a,b\n1,2\n"],
  ["json", "{}"],
  // Unknown types: they are sent as a download.
  ["bin", "<html>"],
  ["stl", Buffer.from([0, 1, 2])],
])("a genuine .%s is accepted", async (extension, content) => {
  expect(await problemOf(extension, content)).toBeNull();
});

test.each([
  ["pdf", "<!doctype html><script>alert(1)</script>"],
  ["pdf", ""],
  ["docx", "%PDF-1.7"],
  ["png", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
  ["mp4", "<html>"],
  ["json", "a\0b"],
])("a .%s with other content is refused", async (extension, content) => {
  expect(await problemOf(extension, content)).toContain(`called .${extension}`);
});
