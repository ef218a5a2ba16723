import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { serveLake, type ServedLake } from "../testing/serve";

let served: ServedLake;

beforeAll(async () => {
  served = await serveLake();
});
afterAll(() => served.close());

const plan = { _id: "plan-business", _type: "plan", id: "business", price: 29, credits: 10_000 };

beforeEach(async () => {
  await served
    .client()
    .transaction()
    .createOrReplace(plan)
    .createOrReplace({ _id: "note", _type: "note" })
    .delete("drafts.plan-business")
    .commit();
});

async function send(
  role: "administrator" | "editor",
  kind: "mutate" | "actions",
  body: Record<string, unknown>,
) {
  const response = await fetch(`${served.url}/v2025-02-19/data/${kind}/production`, {
    method: "POST",
    headers: { ...served.as({ id: "ann", role }), "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const action = (name: string, rest: Record<string, unknown> = {}) => ({
  actions: [
    {
      actionType: `sanity.action.document.${name}`,
      publishedId: "plan-business",
      draftId: "drafts.plan-business",
      ...rest,
    },
  ],
});

const draft = {
  mutations: [{ createOrReplace: { ...plan, _id: "drafts.plan-business", price: 0 } }],
};

test.each([
  ["a patch", { patch: { id: "plan-business", set: { price: 0 } } }],
  ["a patch by query", { patch: { query: "*[_type == 'plan']", set: { price: 0 } } }],
  ["a replacement", { createOrReplace: { ...plan, price: 0 } }],
  ["a replacement by another type", { createOrReplace: { ...plan, _type: "note" } }],
  ["another type that becomes a plan", { createOrReplace: { ...plan, _id: "note" } }],
  ["a new plan", { create: { ...plan, _id: "plan-mine" } }],
  ["a new plan with a path in its id", { create: { ...plan, _id: "mine.plan" } }],
  ["a deletion", { delete: { id: "plan-business" } }],
])("an editor cannot change a published plan by %s", async (_, mutation) => {
  const response = await send("editor", "mutate", { mutations: [mutation] });
  expect(response.status).toBe(403);
  expect(response.text).toContain("Only administrators publish");
  expect(served.lake.store.get("plan-business")).toMatchObject({ _type: "plan", price: 29 });
  expect(served.lake.store.get("note")).toMatchObject({ _type: "note" });
});

test("an editor can draft a change of a plan, and an administrator publishes it", async () => {
  expect((await send("editor", "mutate", draft)).status).toBe(200);
  expect((await send("editor", "actions", action("publish"))).status).toBe(403);
  expect(served.lake.store.get("plan-business")).toMatchObject({ price: 29 });
  expect((await send("administrator", "actions", action("publish"))).status).toBe(200);
  expect(served.lake.store.get("plan-business")).toMatchObject({ price: 0 });
});

test.each([
  ["unpublish", action("unpublish")],
  ["delete", action("delete")],
  [
    "replace by a version",
    {
      actions: [
        {
          actionType: "sanity.action.document.create",
          publishedId: "plan-new",
          attributes: { ...plan, _id: "plan-new" },
          ifExists: "fail",
        },
      ],
    },
  ],
])("an editor cannot %s a plan by an action", async (_, body) => {
  expect((await send("editor", "actions", body)).status).not.toBe(200);
  expect(served.lake.store.get("plan-business")).toMatchObject({ price: 29 });
  expect(served.lake.store.get("plan-new")).toBeUndefined();
});

test.each([
  ["that still exists", [{ delete: { id: "note", purge: true } }]],
  ["that an administrator deleted", [{ delete: { id: "plan-old", purge: true } }]],
  [
    "in whose place another was just written",
    [{ create: { _id: "plan-old", _type: "note" } }, { delete: { id: "plan-old", purge: true } }],
  ],
])("an editor cannot purge the history of a published document %s", async (_, mutations) => {
  const store = served.lake.store;
  await served.client().createOrReplace({ ...plan, _id: "plan-old" });
  await served.client().delete("plan-old");
  const response = await send("editor", "mutate", { mutations });
  expect(response.status).toBe(403);
  expect(response.text).toContain("Only administrators purge");
  expect(store.get("note")).toMatchObject({ _type: "note" });
  const history = await fetch(
    `${served.url}/v2025-02-19/data/history/production/transactions/plan-old?excludeContent=true`,
    { headers: served.as({ id: "ann" }) },
  );
  expect((await history.text()).trim().split("\n").length).toBeGreaterThanOrEqual(2);
});

test("an editor can purge the history of a draft, an administrator that of any document", async () => {
  const purge = (id: string) => ({ mutations: [{ delete: { id, purge: true } }] });
  await send("editor", "mutate", draft);
  expect((await send("editor", "mutate", purge("drafts.plan-business"))).status).toBe(200);
  expect((await send("administrator", "mutate", purge("note"))).status).toBe(200);
  expect(served.lake.store.get("note")).toBeUndefined();
});

test("one guarded change prevents the whole transaction of an editor", async () => {
  const mutations = [
    { patch: { id: "note", set: { text: "changed" } } },
    { patch: { id: "plan-business", set: { credits: 1 } } },
  ];
  expect((await send("editor", "mutate", { mutations })).status).toBe(403);
  expect(served.lake.store.get("note")).not.toHaveProperty("text");
});

test("a script's write token is an editor's, not an administrator's", async () => {
  const made = await fetch(`${served.url}/v1/projects/local/tokens`, {
    method: "POST",
    headers: served.as({ id: "ada", role: "administrator" }),
    body: JSON.stringify({ label: "import", roleName: "editor" }),
  });
  const { key } = await made.json();
  const script = served.client({ token: key });
  await script.patch("note").set({ text: "by a script" }).commit();
  await expect(script.patch("plan-business").set({ price: 0 }).commit()).rejects.toMatchObject({
    statusCode: 403,
  });
});
