import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type ServedLake, serveLake } from "@platen/content-lake/testing/serve";
import { mayPublish } from "../../server/backend/scheduled-publishing-rights";
import { publishScheduledEdits } from "../../server/backend/scheduled-edits";
import { scheduledEditId } from "../../schemas/scheduled-edit";
import { type AccountSite, openAccountSite } from "./support/account-site";

let site: AccountSite;
let served: ServedLake;

beforeAll(async () => {
  [site, served] = [await openAccountSite(), await serveLake()];
  await site.newAccount("Admin");
});
afterAll(async () => {
  await served.close();
  await site.close();
});

const run = () =>
  onTestFinished(
    publishScheduledEdits(
      served.lake.store,
      {
        administratorsPublish: ["plan"],
        mayPublish: async (revision) =>
          mayPublish(site.database, await served.lake.authorOf(revision)),
      },
      { error: vi.fn() },
    ),
  );

/** Publishes an article, and schedules an edit of it for now with these credentials. */
async function schedule(headers: Record<string, string>) {
  const id = `post-${crypto.randomUUID()}`;
  const { _rev } = await served.client().create({ _id: id, _type: "post", title: "Before" });
  await served.client({ token: undefined, headers }).create({
    _id: scheduledEditId(id),
    _type: "scheduledEdit",
    document: id,
    documentType: "post",
    baseRevision: _rev,
    publishAt: new Date().toISOString(),
    content: JSON.stringify({ _type: "post", title: "After" }),
  });
  return id;
}

/** What happened to it: its new title, or why there is none. */
const outcomeOf = (id: string) =>
  served
    .client()
    .fetch('coalesce(*[_id == $edit][0].problem, *[_id == $id && title == "After"][0].title)', {
      id,
      edit: scheduledEditId(id),
    });

const refused = /author may no longer publish/;

test.each(["Editor", "Admin"] as const)(
  "the edit of an account with the role %s is published",
  async (role) => {
    const { id } = await site.newAccount(role);
    const edit = await schedule(served.as({ id }));
    run();
    await expect.poll(() => outcomeOf(edit)).toBe("After");
  },
);

test.each([
  ["lost the role", "update public.profiles set role = 'User' where id = $1"],
  ["was banned", "update auth.users set banned_until = now() + interval '1 day' where id = $1"],
  ["was closed", "update public.profiles set closes_at = now() + interval '9 days' where id = $1"],
  ["was deleted", "update public.profiles set deleted_at = now() where id = $1"],
  ["is gone for good", "delete from auth.users where id = $1"],
])("the edit of an editor whose account %s is not published, and says why", async (_, change) => {
  const { id } = await site.newAccount("Editor");
  const edit = await schedule(served.as({ id }));
  await site.database.query(change, [id]);
  run();
  await expect.poll(() => outcomeOf(edit)).toMatch(refused);
});

test("the edit of an editor whose ban has ended is published", async () => {
  const { id } = await site.newAccount("Editor");
  const edit = await schedule(served.as({ id }));
  await site.database.query("update auth.users set banned_until = now() where id = $1", [id]);
  run();
  await expect.poll(() => outcomeOf(edit)).toBe("After");
});

test("an edit that an editor takes over from one who has left is published", async () => {
  const left = await site.newAccount("User");
  const editor = await site.newAccount("Editor");
  const edit = await schedule(served.as({ id: left.id }));
  await served
    .client({ token: undefined, headers: served.as({ id: editor.id }) })
    .patch(scheduledEditId(edit))
    .set({ publishAt: new Date().toISOString() })
    .commit();
  run();
  await expect.poll(() => outcomeOf(edit)).toBe("After");
});

test("the edit of a script is published while its token is valid", async () => {
  const headers = served.as({ id: "ada", role: "administrator" });
  const make = async (label: string) => {
    const response = await fetch(`${served.url}/v2021-06-07/projects/local/tokens`, {
      method: "POST",
      headers,
      body: JSON.stringify({ label, roleName: "editor" }),
    });
    return response.json();
  };
  const [valid, revoked] = [await make("valid"), await make("revoked")];
  const bearer = ({ key }: { key: string }) => ({ Authorization: `Bearer ${key}` });
  const edits = [await schedule(bearer(valid)), await schedule(bearer(revoked))];
  await fetch(`${served.url}/v2021-06-07/projects/local/tokens/${revoked.id}`, {
    method: "DELETE",
    headers,
  });
  run();
  await expect.poll(() => outcomeOf(edits[0] ?? "")).toBe("After");
  await expect.poll(() => outcomeOf(edits[1] ?? "")).toMatch(refused);
});
