import { existsSync } from "node:fs";
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { floors, noSpace } from "@platen/kit";
import { mountSmallDisk } from "@platen/kit/testing/small-disk";
import { openBackendLake } from "./support/backend-lake";
import { newDataDirectory } from "./support/data-directory";
import { processesOf } from "./support/processes";
import { startSite } from "./support/start-site";

const pages = ["/", "/blog", "/docs", "/login", "/blog?q=pdf"];

async function expectVisitorsServed(url: string) {
  for (const page of pages) expect([page, (await fetch(url + page)).status]).toEqual([page, 200]);
}

test("on a full disk visitors are served, writes are refused, and nothing acknowledged is lost", async () => {
  test.slow();
  const disk = await mountSmallDisk(400);
  test.skip(disk === null, "Only root may mount a small disk.");
  if (disk === null) return;
  const dataDirectory = join(disk.directory, "data");
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
    const readiness = () => fetch(`${site.url}/readyz`).then(({ status }) => status);
    await write();
    for (const left of [floors.ordinary - 1_000_000, 0]) {
      disk.fillUpTo(left);
      await expect(write()).rejects.toThrow(noSpace);
      await expectVisitorsServed(site.url);
      expect(await readiness()).toBe(200);
    }
    disk.empty();
    await write();
    expect(site.output()).toContain("The disk is nearly full");
    expect(site.output()).toContain("The disk has room again");

    // A backend that dies meanwhile cannot start again: pages are served from memory until there is
    // space.
    disk.fillUpTo(0);
    const [backend] = processesOf(site.launcher.pid);
    process.kill(backend ?? 0, "SIGKILL");
    await expect.poll(() => site.output()).toContain("the database needs 32 MB to start");
    await expectVisitorsServed(site.url);
    disk.empty();
    await expect.poll(readiness, { timeout: 60_000 }).toBe(200);
    const replaced = await openBackendLake(dataDirectory);
    acknowledged.push((await replaced.create({ _type: "note" }))._id);

    for (const pid of [site.launcher.pid ?? 0, ...processesOf(site.launcher.pid)]) {
      process.kill(pid, "SIGKILL");
    }
    site = await startSite({ dataDirectory });
    const again = await openBackendLake(dataDirectory);
    const found = await again.fetch<string[]>("*[_id in $acknowledged]._id", { acknowledged });
    expect(found.toSorted()).toEqual(acknowledged.toSorted());
  } finally {
    await site.stop();
    await disk.remove();
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
