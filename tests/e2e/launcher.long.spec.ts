import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm, symlink, writeFile } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { WebSocket } from "ws";
import { openBackendLake } from "./support/backend-lake";
import { newDataDirectory } from "./support/data-directory";
import { setUpAdministrator } from "./support/people";
import { isAlive, processesOf } from "./support/processes";
import { freePort, spawnSite, startSite } from "./support/start-site";
import { studio } from "./support/studio";

// Each has its own data directory. One worker alone took two minutes for them, after all other
// tests.
test.describe.configure({ mode: "parallel" });

let dataDirectory: string;

test.beforeEach(async () => {
  dataDirectory = await newDataDirectory();
});

test.afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

async function refusal(options: Parameters<typeof spawnSite>[0]) {
  const { output, exited } = spawnSite(options);
  return { exitCode: await exited, output: output() };
}

test("a first start prints where everything is, the site is healthy, and npm passes the stop on", async () => {
  await rm(dataDirectory, { recursive: true });
  const site = await startSite({ dataDirectory, command: "npm start" });
  expect(site.output()).toContain(`Site     ${site.url}`);
  expect(site.output()).toContain(`Studio   ${site.url}/studio`);
  expect(site.output()).toContain(`Mail     ${site.url}/dev/mail (no SMTP_URL)`);
  expect(site.output()).toContain("content lake embedded, accounts embedded, database embedded");
  expect(site.setupLink).toContain(`${site.url}/setup?token=`);
  for (const path of ["/healthz", "/readyz"]) {
    const health = await fetch(site.url + path);
    expect(health.status).toBe(200);
    expect(await health.json()).toEqual({ status: "ok" });
  }

  expect(await site.stop()).toBe(0);
  await expect(fetch(site.url)).rejects.toThrow();
});

test("a build leaves no process running", async () => {
  // In a separate folder: other tests run what is in build/.
  for (const name of [
    "server",
    "services",
    "schemas",
    "supabase",
    "app",
    "domain",
    "package-lock.json",
  ]) {
    await symlink(resolve(name), join(dataDirectory, name));
  }
  const script = `
    import { build } from ${JSON.stringify(pathToFileURL(resolve("server/build/build.js")).href)};
    await build({ only: ["processes"] });
    process.stdin.resume();
  `;
  const builder = spawn("node", ["--input-type=module", "--eval", script], {
    cwd: dataDirectory,
    stdio: ["pipe", "ignore", "inherit"],
  });
  try {
    const stamp = join(dataDirectory, "build/processes.stamp");
    const isOver = () => existsSync(stamp) || builder.exitCode !== null;
    await expect.poll(isOver, { timeout: 0 }).toBe(true);
    expect(builder.exitCode).toBeNull();
    await expect.poll(() => processesOf(builder.pid)).toEqual([]);
  } finally {
    builder.stdin.end();
    await once(builder, "exit");
  }
});

test("a stopping process finishes its response in flight", async () => {
  const site = await startSite({ dataDirectory });
  const fields = "email=ada%40mail.example&password=not+the+password";
  const form = request(`${site.url}/login`, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": fields.length,
    },
  });
  const answered = once(form, "response");
  form.write(fields.slice(0, 20));
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  const exitCode = site.stop();
  await expect(async () => {
    await expect(fetch(`${site.url}/healthz`)).rejects.toThrow();
  }).toPass();
  form.end(fields.slice(20));
  const [response]: IncomingMessage[] = await answered;
  expect(response?.resume().statusCode).toBe(400);
  expect(await exitCode).toBe(0);
});

test("open Studios are notified of a shutdown, and do not delay it", async ({ browser }) => {
  test.slow();
  const site = await startSite({ dataDirectory });
  const context = await browser.newContext({ baseURL: site.url });
  const editor = await context.newPage();
  await setUpAdministrator(editor, site.setupLink ?? "");
  await studio.open(editor, "blog;category;category-security");
  await expect(studio.field(editor, "Title")).toBeEditable();
  const cookies = await context.cookies();
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const address = `${site.url.replace("http", "ws")}/lake/vX/mux/production`;
  const sockets: WebSocket[] = [];
  while (sockets.length < 49) {
    const socket = new WebSocket(address, { headers: { Cookie }, origin: site.url });
    await once(socket, "open");
    sockets.push(socket);
  }
  const goodbyes = Promise.all(sockets.map((socket) => once(socket, "close")));
  const stream = await fetch(`${site.url}/lake/v2025-02-19/data/listen/production?query=*`, {
    headers: { Cookie },
  });
  expect(stream.status).toBe(200);

  expect(await site.stop()).toBe(0);
  expect(new Set((await goodbyes).map(([code]) => Number(code)))).toEqual(new Set([1001]));
  expect(await stream.text()).toContain("event: welcome");
  expect(site.output()).not.toContain("did not stop in time");
  await context.close();
});

test("a second start on the same data directory is refused, and the first keeps running", async () => {
  const site = await startSite({ dataDirectory });
  const second = await refusal({ dataDirectory, port: await freePort() });
  expect(second.exitCode).toBe(1);
  expect(second.output).toContain(dataDirectory);
  expect(second.output).toMatch(/another site/i);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  await site.stop();
});

test("a port in use is reported", async () => {
  const port = await freePort();
  const occupant = createServer().listen(port, "127.0.0.1");
  const { exitCode, output } = await refusal({ dataDirectory, port });
  occupant.close();
  expect(exitCode).toBe(1);
  expect(output).toContain(`Port ${port} is in use`);
});

test("an invalid variable is reported before anything starts", async () => {
  const { exitCode, output } = await refusal({
    dataDirectory,
    port: await freePort(),
    environment: { SITE_URL: "platen.example", SUPABASE_URL: "https://abc.supabase.co" },
  });
  expect(exitCode).toBe(1);
  expect(output).toContain("SITE_URL must be a URL");
  expect(output).toContain("DATABASE_URL is missing");
});

test("a data directory of another Postgres version is refused and not changed", async () => {
  await writeFile(join(dataDirectory, "postgres", "PG_VERSION"), "16\n");
  const { exitCode, output } = await refusal({ dataDirectory, port: await freePort() });
  expect(exitCode).toBe(1);
  expect(output).toContain("16");
  expect(output).not.toContain("    at ");
});

test("a file as data directory is refused with a message", async () => {
  const file = join(dataDirectory, "file");
  await writeFile(file, "");
  const { exitCode, output } = await refusal({ dataDirectory: file, port: await freePort() });
  expect(exitCode).toBe(1);
  expect(output).toContain(`DATA_DIR ${file} cannot be used`);
});

test("when every process is killed during editing, the next start has all saved edits, and the open Studio continues", async ({
  browser,
}) => {
  test.slow();
  const port = await freePort();
  const first = await startSite({ dataDirectory, port });
  const editor = await (await browser.newContext({ baseURL: first.url })).newPage();
  await setUpAdministrator(editor, first.setupLink ?? "");
  await studio.open(editor, "blog;category;category-security");
  const name = studio.field(editor, "Title");
  await name.fill("Safety of documents");
  await expect(studio.document(editor).getByText("Saved")).toBeVisible();
  const pids = processesOf(first.launcher.pid);
  expect(pids.length).toBe(2);
  for (const pid of [first.launcher.pid ?? 0, ...pids]) process.kill(pid, "SIGKILL");

  const second = await startSite({ dataDirectory, port });
  expect(second.setupLink).toBeNull();
  await studio.publish(editor);
  const blog = await fetch(`${second.url}/blog`);
  expect(await blog.text()).toContain("Safety of documents");

  await editor.reload();
  await expect(name).toHaveValue("Safety of documents");
  await second.stop();
});

test("a backend that dies is replaced, and visitors are served meanwhile", async () => {
  const site = await startSite({ dataDirectory });
  await expect
    .poll(async () => (await fetch(`${site.url}/about`)).headers.get("x-cache"))
    .toBe("hit");
  const [backend] = processesOf(site.launcher.pid);
  process.kill(backend ?? 0, "SIGKILL");
  await expect(async () => {
    const { status, headers } = await fetch(`${site.url}/about`);
    expect(status).toBe(200);
    expect(headers.get("x-cache")).toMatch(/hit|stale/);
    expect(site.output()).toContain("The backend stopped (SIGKILL): a new one replaces it");
  }).toPass();
  await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200);
  const lake = await openBackendLake(dataDirectory);
  await lake.patch("siteSettings").set({ tagline: "Pressed by another backend" }).commit();
  await expect
    .poll(async () => (await fetch(`${site.url}/about`)).text())
    .toContain("Pressed by another backend");
  expect(await site.stop()).toBe(0);
});

test("an unresponsive backend is killed and replaced", async () => {
  test.slow();
  const site = await startSite({ dataDirectory });
  await expect
    .poll(async () => (await fetch(`${site.url}/about`)).headers.get("x-cache"))
    .toBe("hit");
  const [backend] = processesOf(site.launcher.pid);
  process.kill(backend ?? 0, "SIGSTOP");
  const readiness = () => fetch(`${site.url}/readyz`).then(({ status }) => status);
  await expect.poll(readiness).toBe(503);
  expect((await fetch(`${site.url}/about`)).status).toBe(200);
  await expect
    .poll(() => site.output(), { timeout: 60_000 })
    .toContain("The backend has not reported for 30 seconds and is killed as hung.");
  await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
  expect(site.output()).toContain("The backend stopped (SIGKILL): a new one replaces it");
  expect(isAlive(backend ?? 0)).toBe(false);
  expect(await site.stop()).toBe(0);
});

test("a killed launcher leaves no orphaned processes", async () => {
  const site = await startSite({ dataDirectory });
  const children = processesOf(site.launcher.pid);
  site.launcher.kill("SIGKILL");
  await expect.poll(() => children.filter(isAlive)).toEqual([]);
});
