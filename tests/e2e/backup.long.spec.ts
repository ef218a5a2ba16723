import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { openBackendLake } from "./support/backend-lake";
import { newDataDirectory } from "./support/data-directory";
import { admin, setUpAdministrator } from "./support/people";
import { processesOf } from "./support/processes";
import { startSite } from "./support/start-site";
import { logIn } from "./support/test";

const run = (dataDirectory: string, command: string, ...parameters: string[]): string =>
  execFileSync("node", ["server/commands/run.js", command, ...parameters], {
    env: { ...process.env, DATA_DIR: dataDirectory },
    encoding: "utf8",
  });

test("a site that was backed up while it ran is restored on another machine: content, pictures, accounts and keys", async ({
  page,
}) => {
  test.slow();
  const dataDirectory = await newDataDirectory();
  const backups = await mkdtemp(join(tmpdir(), "backups-"));
  let site = await startSite({ dataDirectory });
  try {
    await setUpAdministrator(page, site.setupLink ?? "");
    const lake = await openBackendLake(dataDirectory);
    const picture = await lake.assets.upload("image", Buffer.from(dot, "base64"));
    await lake.patch("siteSettings").set({ brandName: "Restored" }).commit();
    const token = run(dataDirectory, "content", "tokens", "create", "script").trim().split("\n");

    run(dataDirectory, "backup", backups);
    await lake.patch("siteSettings").set({ brandName: "Later" }).commit();
    const [name = ""] = await readdir(backups);
    const backup = join(backups, name);
    expect(run(dataDirectory, "backup", "verify", backup)).toContain("1 account.");

    for (const pid of [site.launcher.pid ?? 0, ...processesOf(site.launcher.pid)])
      process.kill(pid, "SIGKILL");
    await rm(dataDirectory, { recursive: true });
    run(dataDirectory, "restore", backup);
    site = await startSite({ dataDirectory });

    expect(site.setupLink).toBeNull();
    const address = new URL(picture.path, `${site.url}/lake/`);
    const query = `${site.url}/lake/v2025-02-19/data/query/production?query=`;
    const response = await fetch(`${query}${encodeURIComponent("*[0].brandName")}`, {
      headers: { Authorization: `Bearer ${token.at(-1)}` },
    });
    expect(response.status).toBe(200);
    expect((await fetch(address)).headers.get("content-type")).toBe("image/png");
    await page.goto(`${site.url}/about`);
    await expect(page).toHaveTitle(/Restored/);
    // Another port is another issuer of tokens: the old session opens nothing, and leads to the
    // form.
    await page.goto(`${site.url}/admin/users`);
    await logIn(page, admin);
    await page.waitForURL(/\/admin\/users$/);
  } finally {
    await site.stop();
    await rm(dataDirectory, { recursive: true, force: true });
    await rm(backups, { recursive: true });
  }
});

/** A PNG of one pixel. */
const dot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
