import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Visitor } from "./support/account-site";
import { cookiesOf, type LakeSite, openLakeSite } from "./support/lake-site";

let site: LakeSite;
let address: string;

beforeAll(async () => {
  site = await openLakeSite();
  ({ address } = site);
}, 60_000);
afterAll(() => site.close());

describe("the lake's tokens", () => {
  const makeToken = (visitor: Visitor, path = "projects/local/tokens") =>
    fetch(`${address}/v1/${path}`, {
      method: "POST",
      headers: {
        ...cookiesOf(visitor),
        "Content-Type": "application/json",
        "X-Visitor": "198.51.100.4",
      },
      body: JSON.stringify({ label: "A script", roleName: "editor" }),
    });

  const entriesOf = ({ id }: { id: string }) =>
    site.database.query(
      "select action, before, address from public.audit_entries where actor = $1 order by id",
      [id],
    );

  test("are created and revoked by an administrator who has just signed in, with audit entries", async () => {
    const admin = await site.signedIn("Admin");
    const made = await makeToken(admin.visitor);
    expect(made.status).toBe(200);
    const { id } = await made.json();
    const revoked = await fetch(`${address}/v1/projects/local/tokens/${id}`, {
      method: "DELETE",
      headers: cookiesOf(admin.visitor),
    });
    expect(revoked.status).toBe(204);
    expect(await entriesOf(admin)).toEqual([
      { action: "lake.token.create", before: null, address: "198.51.100.4" },
      { action: "lake.token.revoke", before: { id }, address: "198.51.100.1" },
    ]);
  });

  test.each(["projects/local/tokens", "projects/local/%74okens", "projects/local/tokens/"])(
    "are not created at %s by a session that signed in sixteen minutes ago",
    async (path) => {
      site.service.wait(-16 * 60);
      const admin = await site.signedIn("Admin").finally(() => site.service.wait(16 * 60));
      expect((await makeToken(admin.visitor, path)).status).toBe(403);
      expect(await entriesOf(admin)).toEqual([]);
    },
  );

  test("are not created by an editor", async () => {
    const editor = await site.signedIn("Editor");
    expect((await makeToken(editor.visitor)).status).toBe(403);
    expect(await entriesOf(editor)).toEqual([]);
  });
});
