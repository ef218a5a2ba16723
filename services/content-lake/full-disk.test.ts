import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DiskSpace, floors, noSpace } from "@platen/kit";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import { serveLake, type ServedLake } from "./testing/serve";

const disk = { free: Infinity };
let served: ServedLake;

beforeAll(async () => {
  const space = new DiskSpace("", { read: () => disk.free });
  served = await serveLake(await openMemoryDatabase({ space }));
});

afterEach(() => {
  disk.free = Infinity;
});

afterAll(() => served.close());

const refused = {
  statusCode: 507,
  responseBody: expect.stringContaining(noSpace),
};

test("on a full disk the client's writes are refused with a message, and its reads are answered", async () => {
  const client = served.client();
  await client.create({ _id: "kept", _type: "note", text: "before" });
  disk.free = floors.ordinary - 1;
  await expect(client.create({ _type: "note" })).rejects.toMatchObject(refused);
  await expect(client.patch("kept").set({ text: "after" }).commit()).rejects.toMatchObject(refused);
  await expect(
    client.action({
      actionType: "sanity.action.document.delete",
      publishedId: "kept",
      includeDrafts: [],
    }),
  ).rejects.toMatchObject(refused);
  // The log keeps what it deletes.
  await expect(client.delete("kept")).rejects.toMatchObject(refused);
  expect(await client.fetch("*[_id == 'kept'][0].text")).toBe("before");
  disk.free = Infinity;
  await client.patch("kept").set({ text: "after" }).commit();
  expect(await client.fetch("*[_id == 'kept'][0].text")).toBe("after");
});

test("a deletion that purges frees space, and works on a full disk", async () => {
  const client = served.client();
  await client.create({ _id: "secret", _type: "note" });
  disk.free = floors.reserve;
  const purged = await fetch(`${served.url}/v1/data/mutate/production`, {
    method: "POST",
    headers: served.as({ id: "ann", role: "administrator" }),
    body: JSON.stringify({ mutations: [{ delete: { id: "secret", purge: true } }] }),
  });
  expect(purged.status).toBe(200);
  expect(await client.getDocument("secret")).toBeUndefined();
});

test("a leaked token can be revoked", async () => {
  const address = `${served.url}/v1/projects/local/tokens`;
  const headers = served.as({ id: "ann", role: "administrator" });
  const make = (label: string) =>
    fetch(address, {
      method: "POST",
      headers,
      body: JSON.stringify({ label, roleName: "viewer" }),
    });
  const { id }: { id: string } = await (await make("first")).json();
  disk.free = floors.reserve + 1_000;
  expect((await make("second")).status).toBe(507);
  expect((await fetch(`${address}/${id}`, { method: "DELETE", headers })).status).toBe(204);
});

test("a new user can read on a full disk", async () => {
  disk.free = floors.ordinary - 1;
  const headers = served.as({ id: "new", name: "New" });
  const me = await fetch(`${served.url}/v1/users/me`, { headers });
  expect(me.status).toBe(200);
  const keep = await fetch(`${served.url}/v1/users/me/keyvalue`, {
    method: "PUT",
    headers,
    body: JSON.stringify([{ key: "a", value: 1 }]),
  });
  expect(keep.status).toBe(507);
  expect(await keep.json()).toEqual({
    statusCode: 507,
    error: "Insufficient Storage",
    message: noSpace,
  });
});
