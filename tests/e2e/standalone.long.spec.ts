import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { newDataDirectory } from "./support/data-directory";
import { setUpAdministrator } from "./support/people";
import { startSite } from "./support/start-site";

test("the build alone serves pages, pictures, social images, accounts and commands, without npm's packages", async ({
  page,
}) => {
  test.slow();
  // Not below the repository: Node would find its packages.
  const directory = await mkdtemp(join(tmpdir(), "standalone-"));
  const dataDirectory = await newDataDirectory();
  execFileSync("node", ["server/build/standalone.js", directory]);
  const site = await startSite({ dataDirectory, directory, command: "npm start" });
  try {
    await setUpAdministrator(page, site.setupLink ?? "");
    await page.goto(`${site.url}/dashboard/profile`);
    await page.getByLabel("Picture").setInputFiles(join("public", "icon-512.png"));
    await page.getByRole("button", { name: "Save profile" }).click();
    await expect(page.getByText("Profile saved").first()).toBeVisible();
    await page.goto(`${site.url}/blog`);
    const picture = await page.locator("main img").first().getAttribute("src");
    // Its address is signed on the pages of visitors.
    const html = await (await fetch(`${site.url}/blog`)).text();
    const social = /og:image" content="([^"]+)/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    for (const path of [picture ?? "", social ?? ""]) {
      const response = await page.request.get(new URL(path, site.url).href);
      const type = response.headers()["content-type"];
      expect([path, response.status(), type]).toEqual([
        path,
        200,
        expect.stringMatching("^image/"),
      ]);
    }
    await page.goto(`${site.url}/studio`);
    await expect(page.getByText("Content", { exact: true }).first()).toBeVisible();

    const environment = { ...process.env, DATA_DIR: dataDirectory };
    const options = { cwd: directory, env: environment, encoding: "utf8" } as const;
    const checked = execFileSync("npm", ["run", "--silent", "content", "--", "check"], options);
    expect(checked).toContain("In draft: 0");
  } finally {
    await site.stop();
    await rm(directory, { recursive: true });
    await rm(dataDirectory, { recursive: true });
  }
});
