import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { claimForMachine } from "./machine-claim";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "claim-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test.each([
  [0x6969, "NFS"],
  [0xff534d42, "CIFS"],
])("a network file system of type %d is refused by name", async (type, name) => {
  const typeOf = async () => type;
  await expect(claimForMachine(directory, { typeOf })).rejects.toThrow(
    `is on a network file system (${name})`,
  );
  expect(await readdir(directory)).toEqual([]);
});

test("a directory that another machine uses is refused, until that has not reported for half a minute", async () => {
  let time = 1_000_000;
  const now = () => time;
  await claimForMachine(directory, { machine: "one", now });
  await expect(claimForMachine(directory, { machine: "two", now })).rejects.toThrow(
    "Another machine",
  );
  time += 31_000;
  const second = await claimForMachine(directory, { machine: "two", now });
  await expect(claimForMachine(directory, { machine: "one", now })).rejects.toThrow(
    "Another machine",
  );
  await second.release();
  const first = await claimForMachine(directory, { machine: "one", now });
  await first.release();
  expect(await readdir(directory)).toEqual([]);
});

test("a machine that was suspended gives the directory up to the one that has claimed it meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  let time = 1_000_000;
  const now = () => time;
  const first = await claimForMachine(directory, { machine: "one", now });
  time += 31_000;
  await claimForMachine(directory, { machine: "two", now });
  vi.advanceTimersByTime(5_000);
  expect((await first.lost).message).toContain("Another machine");
  await first.release();
  await expect(claimForMachine(directory, { machine: "three", now })).rejects.toThrow(
    "Another machine",
  );
});

test("processes of one machine leave it to their lock, and a damaged claim counts as none", async () => {
  await claimForMachine(directory, { machine: "one" });
  await expect(claimForMachine(directory, { machine: "one" })).resolves.toBeDefined();
  await writeFile(join(directory, "machine.json"), "{");
  await expect(claimForMachine(directory, { machine: "two" })).resolves.toBeDefined();
});

test("a claim that cannot be written leaves no file behind", async () => {
  // A directory with something in it cannot be replaced, as a full disk takes no bytes.
  await mkdir(join(directory, "machine.json", "in-the-way"), { recursive: true });
  await expect(claimForMachine(directory)).rejects.toThrow("rename");
  expect(await readdir(directory)).toEqual(["machine.json"]);
});

test("files that earlier claims left behind are removed, and the one of a start beside it stays", async () => {
  const old = new Date(Date.now() - 31_000);
  await writeFile(join(directory, "machine.json.old"), "");
  await utimes(join(directory, "machine.json.old"), old, old);
  await writeFile(join(directory, "machine.json.new"), "");
  const { release } = await claimForMachine(directory);
  await release();
  expect(await readdir(directory)).toEqual(["machine.json.new"]);
});

describe("a claim from the future", () => {
  const claimAt = (at: number) =>
    writeFile(
      join(directory, "machine.json"),
      JSON.stringify({ machine: "one", host: "elsewhere", at }),
    );
  const hourAhead = Date.now() + 3_600_000;

  /** Starts on another machine, and waits until that looks whether the claim is renewed. */
  async function startBeside(renew: () => Promise<void>) {
    vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearInterval"] });
    const said = vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => void vi.useRealTimers().restoreAllMocks());
    await claimAt(hourAhead);
    const start = claimForMachine(directory, { machine: "two" }).then(
      () => "started",
      (error: unknown) => String(error),
    );
    await expect.poll(() => said.mock.calls).toEqual([[expect.stringContaining("machine.json")]]);
    await renew();
    vi.advanceTimersByTime(30_000);
    return start;
  }

  test("locks nobody out if it is not renewed for half a minute", async () => {
    expect(await startBeside(async () => {})).toBe("started");
  });

  test("is valid if it is renewed: the clock of its machine is ahead", async () => {
    const start = startBeside(() => claimAt(hourAhead + 5_000));
    expect(await start).toContain("Another machine (elsewhere)");
  });
});
