import type { LiveEvent, ListenEvent } from "@sanity/client";
import { firstValueFrom } from "rxjs";
import { describe, expect, test } from "vitest";
import { client, newId, Recorder, type } from "./support/lake";

describe("listening", () => {
  test("a listener receives appear, update and disappear for its filter, in an unbroken chain", async () => {
    const _id = newId();
    const recorder = new Recorder<ListenEvent>(
      client.listen(
        "*[_id == $id]",
        { id: _id },
        { events: ["welcome", "mutation"], includePreviousRevision: true },
      ),
    );
    await recorder.find((event) => event.type === "welcome");
    const created = await client.create({ _id, _type: type, n: 1 });
    const patched = await client.patch(_id).inc({ n: 1 }).commit();
    await client.delete(_id);
    await recorder.find((event) => event.type === "mutation" && event.transition === "disappear");
    recorder.stop();
    const [appear, update, disappear] = recorder.events.slice(1);
    expect(appear).toMatchObject({
      type: "mutation",
      transition: "appear",
      documentId: _id,
      resultRev: created._rev,
      result: created,
      mutations: [{ create: { _id, n: 1, _createdAt: created._createdAt } }],
      transactionTotalEvents: 1,
      transactionCurrentEvent: 1,
    });
    expect(appear).not.toHaveProperty("previousRev");
    expect(update).toMatchObject({
      transition: "update",
      previousRev: created._rev,
      resultRev: patched._rev,
      previous: created,
      result: patched,
      timestamp: patched._updatedAt,
      mutations: [{ patch: { id: _id, inc: { n: 1 } } }],
    });
    expect(disappear).toMatchObject({
      transition: "disappear",
      previousRev: patched._rev,
      mutations: [{ delete: { id: _id } }],
    });
    expect(disappear).not.toHaveProperty("result");
  });

  test("a document that stops matching its filter disappears, and appears when it matches again", async () => {
    const _id = newId();
    await client.create({ _id, _type: type, state: "in" });
    const recorder = new Recorder<ListenEvent>(
      client.listen(
        "*[_id == $id && state == 'in']",
        { id: _id },
        { events: ["welcome", "mutation"] },
      ),
    );
    await recorder.find((event) => event.type === "welcome");
    await client.patch(_id).set({ state: "out" }).commit();
    await client.patch(_id).set({ state: "further out" }).commit();
    await client.patch(_id).set({ state: "in" }).commit();
    await recorder.find((event) => event.type === "mutation" && event.result?.state === "in");
    recorder.stop();
    expect(recorder.events.slice(1)).toMatchObject([
      { transition: "disappear", result: { state: "out" } },
      { transition: "appear", result: { state: "in" } },
    ]);
  });

  test("an event says how many events of its transaction this listener gets", async () => {
    const [first, second, other] = [newId(), newId(), newId()];
    const recorder = new Recorder<ListenEvent>(
      client.listen(
        "*[_id in $ids]",
        { ids: [first, second] },
        { events: ["welcome", "mutation"] },
      ),
    );
    await recorder.find((event) => event.type === "welcome");
    await client
      .transaction()
      .create({ _id: first, _type: type })
      .create({ _id: other, _type: type })
      .create({ _id: second, _type: type })
      .commit();
    await recorder.find((event) => event.type === "mutation" && event.documentId === second);
    recorder.stop();
    expect(recorder.events.slice(1)).toMatchObject([
      { documentId: first, transactionTotalEvents: 2, transactionCurrentEvent: 1 },
      { documentId: second, transactionTotalEvents: 2, transactionCurrentEvent: 2 },
    ]);
  });

  test("a current client receives drafts only when it requests all versions", async () => {
    const _id = newId();
    const listen = (includeAllVersions: boolean) =>
      new Recorder<ListenEvent>(
        client.listen(
          "*[_id in [$id, 'drafts.' + $id]]",
          { id: _id },
          { events: ["welcome", "mutation"], includeAllVersions },
        ),
      );
    const [all, published] = [listen(true), listen(false)];
    for (const recorder of [all, published]) {
      await recorder.find((event) => event.type === "welcome");
    }
    await client.create({ _id: `drafts.${_id}`, _type: type });
    await client.create({ _id, _type: type });
    for (const recorder of [all, published]) {
      await recorder.find((event) => event.type === "mutation" && event.documentId === _id);
      recorder.stop();
    }
    expect(all.events).toHaveLength(3);
    expect(published.events).toHaveLength(2);
  });

  test("a malformed filter ends the listener with an error", async () => {
    await expect(firstValueFrom(client.listen("*[", {}))).rejects.toThrow();
  });
});

describe("live content", () => {
  const tagged = (event: LiveEvent): event is Extract<LiveEvent, { type: "message" }> =>
    event.type === "message";

  test("publishing names the tags of the invalidated queries, and a draft does not", async () => {
    const _id = newId();
    await client.create({ _id, _type: type, title: "old" });
    const query = `*[_type == "${type}" && _id == $id][0].title`;
    const response = await client.fetch(query, { id: _id }, { filterResponse: false });
    expect(response.result).toBe("old");
    const tags = new Set<string>(response.syncTags);
    const hits = (event: LiveEvent) => tagged(event) && event.tags.some((tag) => tags.has(tag));
    const recorder = new Recorder(client.live.events());
    const drafts = new Recorder(client.live.events({ includeDrafts: true }));
    for (const each of [recorder, drafts]) await each.find((event) => event.type === "welcome");
    await client.create({ _id: `drafts.${_id}`, _type: type, title: "draft" });
    await drafts.find(hits);
    expect(recorder.events.some(hits)).toBe(false);
    await client.patch(_id).set({ title: "new" }).commit();
    await recorder.find(hits);
    recorder.stop();
    drafts.stop();
    expect(await client.fetch(query, { id: _id })).toBe("new");
  });
});
