import type { SanityClient } from "@sanity/client";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type ServedLake, serveLake } from "@platen/content-lake/testing/serve";
import { scheduledEditId } from "../../schemas/scheduled-edit";
import { publishScheduledEdits } from "./scheduled-edits";

let served: ServedLake;
let client: SanityClient;
const logger = { error: vi.fn() };

beforeAll(async () => {
  served = await serveLake();
  client = served.client();
});
afterAll(async () => served.close());

const run = (mayPublish: (revision: string) => Promise<boolean> = async () => true) =>
  onTestFinished(
    publishScheduledEdits(
      served.lake.store,
      { administratorsPublish: ["plan"], mayPublish },
      logger,
    ),
  );

const soon = (milliseconds = 0) => new Date(Date.now() + milliseconds).toISOString();

/** Publishes an article and schedules an edit of it, as the Studio does. */
async function schedule(
  id: string,
  changes: Record<string, unknown> = {},
  { before = "Before", after = "After" } = {},
) {
  const base = await client.createOrReplace({ _id: id, _type: "post", title: before });
  await client.createOrReplace({
    _id: scheduledEditId(id),
    _type: "scheduledEdit",
    document: id,
    documentType: "post",
    baseRevision: base._rev,
    base: JSON.stringify(base),
    publishAt: soon(),
    content: JSON.stringify({ _id: `drafts.${id}`, _type: "post", title: after }),
    ...changes,
  });
}

const titleOf = (id: string) => client.fetch("*[_id == $id][0].title", { id });
const problemOf = (id: string) =>
  client.fetch("*[_id == $id][0].problem", { id: scheduledEditId(id) });
const editOf = (id: string) => client.getDocument(scheduledEditId(id));

test("hundreds of thousands of scheduled edits do not prevent a start", () => {
  const edit = {
    ...{ _type: "scheduledEdit", document: "a", documentType: "post", baseRevision: "r" },
    ...{
      publishAt: soon(60_000),
      content: "{}",
      _rev: "r",
      _createdAt: soon(),
      _updatedAt: soon(),
    },
  };
  const edits = Array.from({ length: 200_000 }, (_, n) => ({ ...edit, _id: `scheduledEdit.${n}` }));
  const store = {
    get: () => undefined,
    documents: { ofType: () => edits },
    onCommit: () => () => {},
    transact: () => Promise.reject(new Error("None is due.")),
  };
  expect(() =>
    publishScheduledEdits(
      store,
      { administratorsPublish: [], mayPublish: async () => true },
      logger,
    )(),
  ).not.toThrow();
});

test("an edit is published at its time, and not before", async () => {
  run();
  await schedule("post-later", { publishAt: soon(60_000) });
  await schedule("post-now", { publishAt: soon(1_000) });
  expect(await titleOf("post-now")).toBe("Before");
  await expect.poll(() => titleOf("post-now")).toBe("After");
  expect(await editOf("post-now")).toBeUndefined();
  expect(await titleOf("post-later")).toBe("Before");
  await client.patch(scheduledEditId("post-later")).set({ publishAt: soon() }).commit();
  await expect.poll(() => titleOf("post-later")).toBe("After");
});

test("an edit that became due while the site was stopped is published at the next start", async () => {
  await schedule("post-stopped");
  expect(await titleOf("post-stopped")).toBe("Before");
  run();
  await expect.poll(() => titleOf("post-stopped")).toBe("After");
});

test("a canceled edit is not published", async () => {
  run();
  await schedule("post-canceled", { publishAt: soon(1_000) });
  await schedule("post-after", { publishAt: soon(1_200) });
  await client.delete(scheduledEditId("post-canceled"));
  await expect.poll(() => titleOf("post-after")).toBe("After");
  expect(await titleOf("post-canceled")).toBe("Before");
});

test("a manual publication in the meantime is not undone", async () => {
  run();
  await schedule("post-newer", { publishAt: soon(1_000) });
  await client.patch("post-newer").set({ title: "Newer" }).commit();
  await expect
    .poll(() => problemOf("post-newer"))
    .toMatch(/^Another edit, published after .*, has changed Title too\./);
  expect(await titleOf("post-newer")).toBe("Newer");
});

test("a correction that is published in the meantime and the edit are both kept", async () => {
  run();
  await schedule("post-corrected", { publishAt: soon(1_000) });
  await client.patch("post-corrected").set({ excerpt: "Corrected" }).commit();
  await expect.poll(() => titleOf("post-corrected")).toBe("After");
  expect(await client.fetch('*[_id == "post-corrected"][0].excerpt')).toBe("Corrected");
  expect(await editOf("post-corrected")).toBeUndefined();
});

test("a draft that is open while the edit comes out has it too, beside its own changes", async () => {
  run();
  await schedule("post-open", { publishAt: soon(1_000) });
  const draft = { _id: "drafts.post-open", _type: "post", title: "Before", excerpt: "In draft" };
  await client.create(draft);
  await expect.poll(() => titleOf("post-open")).toBe("After");
  expect(await client.getDocument("drafts.post-open")).toMatchObject({
    ...draft,
    title: "After",
  });
  expect(await client.fetch('*[_id == "post-open"][0].excerpt')).toBeNull();
});

test("a text in which both have added something has both: published later, the draft took the edit back", async () => {
  run();
  const before = "How we print";
  const when = { publishAt: soon(1_000) };
  await schedule("post-text", when, { before, after: `${before} now` });
  await client.create({ _id: "drafts.post-text", _type: "post", title: `Again: ${before}` });
  await expect.poll(() => titleOf("post-text")).toBe(`${before} now`);
  expect(await client.getDocument("drafts.post-text")).toMatchObject({
    title: `Again: ${before} now`,
  });
});

test("where the draft has changed the same, it stays as it is", async () => {
  run();
  await schedule("post-both", { publishAt: soon(1_000) });
  await client.create({ _id: "drafts.post-both", _type: "post", title: "In draft" });
  await expect.poll(() => titleOf("post-both")).toBe("After");
  expect(await client.getDocument("drafts.post-both")).toMatchObject({ title: "In draft" });
});

test("an edit that was scheduled without its base is not published over a correction", async () => {
  run();
  await schedule("post-old", { publishAt: soon(1_000), base: null });
  await client.patch("post-old").set({ excerpt: "Corrected" }).commit();
  await expect.poll(() => problemOf("post-old")).toMatch(/has changed this document too/);
});

test("references to documents that were drafts are strong after publication", async () => {
  run();
  await client.createOrReplace({ _id: "nora", _type: "author", name: "Nora" });
  const weak = { _ref: "nora", _weak: true, _strengthenOnPublish: { type: "author" } };
  const content = { _type: "post", title: "After", author: { _type: "reference", ...weak } };
  await schedule("post-strong", { content: JSON.stringify(content) });
  await expect.poll(() => titleOf("post-strong")).toBe("After");
  expect(await client.fetch('*[_id == "post-strong"][0].author')).toEqual({
    _type: "reference",
    _ref: "nora",
  });
  await expect(client.delete("nora")).rejects.toThrow(/reference/i);
});

test("an edit whose author may no longer publish stays, with the reason", async () => {
  run(async () => false);
  await schedule("post-left");
  await expect.poll(() => problemOf("post-left")).toMatch(/author may no longer publish/);
  expect(await titleOf("post-left")).toBe("Before");
});

test("an edit that is written again while its author is looked up is left to its new author", async () => {
  const asked: string[] = [];
  run(async (revision) => {
    asked.push(revision);
    if (asked.length > 1) return false;
    await client.patch(scheduledEditId("post-race")).set({ publishAt: soon() }).commit();
    return true;
  });
  await schedule("post-race");
  await expect.poll(() => problemOf("post-race")).toMatch(/author may no longer publish/);
  expect(new Set(asked).size).toBe(2);
  expect(await titleOf("post-race")).toBe("Before");
});

test("an edit whose author cannot be looked up is neither published nor given up", async () => {
  run(async () => {
    throw new Error("The database does not respond.");
  });
  await schedule("post-unknown");
  await expect.poll(() => logger.error.mock.calls.length).toBeGreaterThan(0);
  expect(await titleOf("post-unknown")).toBe("Before");
  expect(await problemOf("post-unknown")).toBeNull();
});

test("an edit of more fields than a document may have stays, with the reason", async () => {
  run();
  const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`f${n}`, 1]));
  await schedule("post-many", { content: JSON.stringify({ _type: "post", ...many }) });
  await expect.poll(() => problemOf("post-many")).toMatch(/more than \d+ attributes/);
});

test("an edit too large for the reason to be added stays, with the reason", async () => {
  run(async () => false);
  await schedule("post-large");
  const edit = await editOf("post-large");
  const room = 1024 * 1024 - Buffer.byteLength(JSON.stringify({ ...edit, base: "" }));
  await schedule("post-large", { base: "b".repeat(room - 10) });
  await expect.poll(() => problemOf("post-large")).toMatch(/author may no longer publish/);
});

test("an edit that the lake refuses stays, with the reason", async () => {
  run();
  const content = { _type: "post", title: "After", author: { _ref: "nobody" } };
  await schedule("post-refused", { content: JSON.stringify(content) });
  await expect.poll(() => problemOf("post-refused")).toMatch(/nobody/);
  await schedule("post-broken", { content: "{" });
  await expect.poll(() => problemOf("post-broken")).toBeTruthy();
  expect(await titleOf("post-refused")).toBe("Before");
});

test("an editor cannot publish plans or other types by writing a schedule", async () => {
  await client.createOrReplace({ _id: "plan-pro", _type: "plan", title: "Before", price: 12 });
  const editor = client.withConfig({ token: undefined, headers: served.as({ id: "ed" }) });
  const { _rev = "" } = (await client.getDocument("plan-pro")) ?? {};
  run();
  for (const [n, type] of ["plan", "post"].entries()) {
    await editor.createOrReplace({
      _id: `${scheduledEditId("plan-pro")}-${n}`,
      _type: "scheduledEdit",
      document: "plan-pro",
      documentType: type,
      baseRevision: _rev,
      publishAt: soon(),
      content: JSON.stringify({ _type: type, title: "After", price: 0 }),
    });
    const id = `${scheduledEditId("plan-pro")}-${n}`;
    await expect
      .poll(() => client.fetch("*[_id == $id][0].problem", { id }))
      .toMatch(/cannot be scheduled/);
  }
  expect(await client.fetch('*[_id == "plan-pro"][0]{ title, price }')).toEqual({
    title: "Before",
    price: 12,
  });
});

test("an edit of another scheduled edit is refused: it would take that one's author from it", async () => {
  await schedule("post-later", { publishAt: soon(3_600_000) });
  const later = await editOf("post-later");
  run();
  const id = scheduledEditId("post-later");
  await schedule("post-other", {
    document: id,
    documentType: "scheduledEdit",
    baseRevision: later?._rev,
    base: JSON.stringify(later),
    content: JSON.stringify({ ...later, publishAt: soon(1_800_000) }),
  });
  await expect.poll(() => problemOf("post-other")).toMatch(/cannot be scheduled/);
  expect(await editOf("post-later")).toEqual(later);
});
