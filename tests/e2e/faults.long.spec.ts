import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { openBackendLake } from "./backend-lake";
import { newDataDirectory } from "./data-directory";
import { processesOf } from "./processes";
import { startSite } from "./start-site";

/** A small disk of its own; null where only root may have one. */
async function newDisk(megabytes: number): Promise<string | null> {
  const directory = await mkdtemp(join(tmpdir(), "disk-"));
  try {
    const size = `size=${megabytes}m`;
    execFileSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", directory], { stdio: "ignore" });
    return directory;
  } catch {
    await rm(directory, { recursive: true });
    return null;
  }
}

/** Writes until nothing more fits. @returns the file that fills the disk. */
async function fill(disk: string): Promise<string> {
  const path = join(disk, "ballast");
  const file = await open(path, "w");
  for (const bytes of [1_000_000, 4_096]) {
    const more = Buffer.alloc(bytes);
    // The disk says that it is full by refusing.
    for (let fits = true; fits;) fits = (await file.write(more).catch(() => null)) !== null;
  }
  await file.close();
  return path;
}

const pages = ["/", "/blog", "/docs", "/login", "/blog?q=pdf"];

async function expectVisitorsServed(url: string) {
  for (const page of pages) expect([page, (await fetch(url + page)).status]).toEqual([page, 200]);
}

test("on a full disk visitors are served, writes are refused, and nothing acknowledged is lost", async () => {
  const disk = await newDisk(300);
  test.skip(disk === null, "Only root may mount a small disk.");
  if (disk === null) return;
  const dataDirectory = join(disk, "data");
  const first = await newDataDirectory();
  await cp(first, dataDirectory, { recursive: true });
  await rm(first, { recursive: true });
  let site = await startSite({ dataDirectory });
  try {
    const lake = await openBackendLake(dataDirectory);
    const acknowledged: string[] = [];
    const write = async () => {
      const { _id } = await lake.create({ _type: "note", text: "x".repeat(100_000) });
      acknowledged.push(_id);
    };
    await write();
    const ballast = await fill(disk);
    // What was set aside for the log takes some more; then there is no room at all.
    await expect(async () => {
      await expect(write()).rejects.toThrow();
    }).toPass();
    await expectVisitorsServed(site.url);

    await rm(ballast);
    await expect(write).toPass();
    await expectVisitorsServed(site.url);
    for (const pid of [site.launcher.pid ?? 0, ...processesOf(site.launcher.pid)]) {
      process.kill(pid, "SIGKILL");
    }
    site = await startSite({ dataDirectory });
    const again = await openBackendLake(dataDirectory);
    const kept = await again.fetch<string[]>("*[_id in $acknowledged]._id", { acknowledged });
    expect(kept.toSorted()).toEqual(acknowledged.toSorted());
  } finally {
    await site.stop();
    execFileSync("umount", [disk]);
    await rm(disk, { recursive: true });
  }
});

/** Debian's package libfaketime: gives a program another time of day. */
const machine = process.arch === "arm64" ? "aarch64" : "x86_64";
const faketime = `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`;

test("when the clock jumps, visitors are served, edits show, and nothing is lost", async () => {
  test.skip(!existsSync(faketime), "libfaketime is not installed.");
  const dataDirectory = await newDataDirectory();
  const clock = join(dataDirectory, "clock");
  await writeFile(clock, "+0");
  const site = await startSite({
    dataDirectory,
    environment: {
      LD_PRELOAD: faketime,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
  });
  try {
    const lake = await openBackendLake(dataDirectory);
    for (const [n, jump] of ["+0", "+40d", "-40d", "+0"].entries()) {
      await writeFile(clock, jump);
      const tagline = `Pressed at ${jump}, the ${n}.`;
      await lake.patch("siteSettings").set({ tagline }).commit();
      await expect
        .poll(async () => (await fetch(`${site.url}/about`)).text(), { message: jump })
        .toContain(tagline);
      await expectVisitorsServed(site.url);
    }
    expect(await lake.fetch("*[_type == 'siteSettings'][0].tagline")).toContain("+0, the 3");
  } finally {
    await site.stop();
    await rm(dataDirectory, { recursive: true });
  }
});
