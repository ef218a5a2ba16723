import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type ProbeResponse, examineAddress } from "./address";
import { examineBackups, examineDataDirectory, examineSpace } from "./data-directory";
import type { Finding } from "@domain/administration/health";
import { examineHostedLake } from "./hosted";
import { examineMachine } from "./machine";
import { examineMail } from "./mail";

const now = new Date("2026-11-30T12:00:00Z");
const megabyte = 1024 ** 2;

/** What is not in order, as "kind: text". */
const wrong = (findings: readonly Finding[]) =>
  findings.flatMap(({ kind, text }) => (kind === "ok" ? [] : [`${kind}: ${text}`]));

async function newDirectory() {
  const directory = await mkdtemp(join(tmpdir(), "doctor-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

const machine = { node: "24.1.0", memory: 4096 * megabyte, files: 65_536 };

test("a machine that is as it should be has nothing wrong", () => {
  expect(wrong(examineMachine(machine, now))).toEqual([]);
});

test.each([
  [{ node: "20.19.0" }, /^warning: Node 20.19.0 has had no security fixes since 2026-04-30/],
  [{ node: "18.20.0" }, /^problem: Node 18.20.0 is not a release with long-term support/],
  [{ node: "25.0.0" }, /^problem: Node 25.0.0 is not/],
  [{ memory: 512 * megabyte }, /^warning: There are 512 MB of memory\. The first start needs 1024/],
  [{ files: 1024 }, /^warning: A process may open 1024 files/],
])("a machine with %j is told of", (fault, sentence) => {
  const found = wrong(examineMachine({ ...machine, ...fault }, now));
  expect(found).toEqual([expect.stringMatching(sentence)]);
});

test.each([
  [
    100 * megabyte,
    /^problem: 100 MB are free on the disk of \/srv: below 128 MB nothing can be saved/,
  ],
  [500 * megabyte, /^warning: 500 MB are free/],
  [5_000 * megabyte, null],
])("with %i bytes free", (free, sentence) => {
  const found = wrong([examineSpace("/srv", free)]);
  expect(found).toEqual(sentence ? [expect.stringMatching(sentence)] : []);
});

test("a disk with much space and few inodes is told of", () => {
  expect(wrong([examineSpace("/srv", 5_000 * megabyte, true)])).toEqual([
    expect.stringMatching(/^problem: Inodes run out on the disk of \/srv/),
  ]);
});

test("a data directory that others may read, and one that a restore has left, are told of", async () => {
  const directory = await newDirectory();
  await mkdir(join(directory, "open"), { mode: 0o755 });
  await mkdir(join(directory, "open/.restoring"));
  expect(wrong(await examineDataDirectory(join(directory, "open")))).toEqual([
    expect.stringMatching(/^problem: A restore into DATA_DIR/),
    expect.stringMatching(/^warning: Others on this machine may read/),
  ]);
  expect(wrong(await examineDataDirectory(join(directory, "none")))).toEqual([]);
});

test("missing, old and near backups are told of", async () => {
  const dataDirectory = await newDirectory();
  const examine = (directory: string | undefined) =>
    examineBackups({ dataDirectory, directory, hours: 24 }, now).then(wrong);
  expect(await examine(undefined)).toEqual([expect.stringMatching(/^warning: No backups are sch/)]);
  const directory = await newDirectory();
  expect(await examine(directory)).toEqual([expect.stringMatching(/^warning: There is no backup/)]);
  const backup = join(directory, "2026-11-28T06-00-00-000Z");
  await mkdir(backup);
  const manifest = { takenAt: "2026-11-28T06:00:00.000Z", files: [] };
  await writeFile(join(backup, "manifest.json"), JSON.stringify(manifest));
  expect(await examine(directory)).toEqual([
    expect.stringMatching(/^problem: The newest backup is 54 hours old, and one is due every 24/),
    expect.stringMatching(/^warning: .* is on the disk of DATA_DIR/),
  ]);
});

const address = { SITE_URL: "https://www.site.example", HOST: "127.0.0.1", TRUSTED_PROXIES: 1 };
const fine: ProbeResponse = {
  status: 200,
  validTo: new Date("2027-02-01T00:00:00Z"),
  error: undefined,
};

/** A site that responds to /healthz with `answer`, and to a WebSocket with `socket`. */
const respondingWith =
  (answer: Partial<ProbeResponse>, socket = 401) =>
  (url: URL) =>
    Promise.resolve(
      url.pathname === "/healthz" ? { ...fine, ...answer } : { ...fine, status: socket },
    );

test("a site that is reached through its proxy has nothing wrong", async () => {
  expect(wrong(await examineAddress(address, now, respondingWith({})))).toEqual([]);
});

test.each<[Partial<typeof address>, Partial<ProbeResponse>, number, RegExp]>([
  [{ TRUSTED_PROXIES: 0 }, {}, 401, /^problem: TRUSTED_PROXIES is 0/],
  [{ HOST: "0.0.0.0" }, {}, 401, /^warning: The site listens on 0.0.0.0 and believes/],
  [{ SITE_URL: "http://www.site.example" }, {}, 401, /^problem: SITE_URL is http:.*unencrypted/],
  [{ SITE_URL: "http://localhost:3000" }, {}, 401, /^warning: SITE_URL is .*links in mails/],
  [{}, { status: undefined, error: "ENOTFOUND" }, 401, /does not respond \(ENOTFOUND\)/],
  [{}, { status: 502 }, 401, /healthz responds with 502: the proxy does not reach/],
  [{}, { validTo: new Date("2026-12-05T12:00:00Z") }, 401, /^warning: .* ends in 5 days/],
  [{}, {}, 404, /^problem: WebSockets do not reach the site \(404\)/],
])("an address with %j %j, socket %i", async (setting, answer, socket, sentence) => {
  const ask = respondingWith(answer, socket);
  const found = wrong(await examineAddress({ ...address, ...setting }, now, ask));
  expect(found).toEqual([expect.stringMatching(sentence)]);
});

test("mail that is not set, refused, or likely to be taken for spam is told of", async () => {
  const none = { SITE_URL: "http://localhost:3000" };
  expect(wrong(await examineMail(none))).toEqual([
    expect.stringMatching(/^warning: SMTP_URL is not set/),
  ]);
  const mail = {
    ...none,
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "Site <no-reply@site.example>",
  };
  const texts = (name: string) =>
    name.startsWith("_dmarc.")
      ? Promise.reject(Object.assign(new Error("none"), { code: "ENOTFOUND" }))
      : Promise.resolve([["v=spf1 ", "include:mail.example -all"]]);
  expect(wrong(await examineMail(mail, texts))).toEqual([
    expect.stringMatching(/^problem: Mail cannot be sent: /),
    expect.stringMatching(/^warning: site.example has no record for DMARC: .* _dmarc.site.example/),
  ]);
  const failing = () => Promise.reject(Object.assign(new Error("late"), { code: "ETIMEOUT" }));
  expect(wrong(await examineMail(mail, failing))).toContainEqual(
    expect.stringMatching(/^warning: site.example could not be looked up \(ETIMEOUT\)/),
  );
});

const lake = {
  SANITY_PROJECT_ID: "abc123",
  SANITY_DATASET: "production",
  SANITY_API_TOKEN: "sk",
  SANITY_STUDIO_PROJECT_ID: "abc123",
};

test.each([
  [{}, () => 200, []],
  [
    { SANITY_STUDIO_PROJECT_ID: "other" },
    () => 200,
    [/^problem: SANITY_STUDIO_PROJECT_ID is other/],
  ],
  [{}, () => 401, [/^problem: .*SANITY_API_TOKEN is refused/]],
  [{}, () => 404, [/^problem: .*no such project or dataset/]],
  [{}, (url: string) => (url.includes("raw") ? 401 : 200), [/^warning: .*does not read drafts/]],
  [{ SANITY_API_TOKEN: undefined }, () => 200, [/^warning: .*does not read drafts/]],
])("a hosted lake with %j", async (setting, status, sentences) => {
  const ask = (url: string) => Promise.resolve({ status: status(url) });
  const found = wrong(await examineHostedLake({ ...lake, ...setting }, ask));
  expect(found).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
});
