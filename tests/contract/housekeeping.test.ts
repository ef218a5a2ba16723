import { fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "@platen/kit/testing/bundle";
import { type AccountSite, openAccountSite } from "./support/account-site";

let site: AccountSite;

beforeAll(async () => {
  site = await openAccountSite();
});
afterAll(() => site.close());

test("the housekeeping process deletes the accounts whose time has come, and ends", async () => {
  const [due, other] = [await site.newAccount(), await site.newAccount()];
  await site.database.query("update public.profiles set closes_at = now() where id = $1", [due.id]);
  const compiled = await bundle("server/housekeeping/housekeeping-process.ts");
  try {
    const [code] = await once(fork(compiled.file), "exit");
    expect(code).toBe(0);
  } finally {
    await compiled.remove();
  }
  const left = await site.database.query<{ id: string }>("select id from auth.users");
  expect(left.map(({ id }) => id)).toEqual([other.id]);
});
