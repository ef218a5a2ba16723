import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type * as downloadModule from "~/routes/dashboard-data-download";
import { type AccountSite, openAccountSite } from "./support/account-site";
import { enterDebits } from "./support/ledger";

const path = "/dashboard/data";

let site: AccountSite;
let download: typeof downloadModule;

beforeAll(async () => {
  site = await openAccountSite();
  download = await import("~/routes/dashboard-data-download");
});
afterAll(() => site.close());

const spendCredits = (id: string, debits: number) => enterDebits(site, id, debits);

describe("the download", () => {
  const file = z.object({
    profile: z.object({ id: z.string(), email: z.string() }),
    sessions: z.array(z.unknown()),
    signIns: z.array(z.unknown()),
    plan: z.object({ plan: z.string() }),
    apiKeys: z.array(z.looseObject({ name: z.string() })),
    administratorActions: z.array(z.strictObject({ happenedAt: z.string(), action: z.string() })),
    creditEntries: z.array(z.object({ number: z.number(), amount: z.number() })),
  });

  test("is one JSON file with all of the user's data, and without secrets", async () => {
    const { visitor, ...account } = await site.signedIn();
    await spendCredits(account.id, 2_050);
    const hash = "a".repeat(64);
    await site.database.query(
      `insert into public.api_keys (user_id, name, prefix, hash, scopes) values ($1, 'CI', 'pdf_abcdef', $2, '{read}')`,
      [account.id, hash],
    );
    await site.database.query(
      `insert into public.audit_entries (actor_name, action, subject, reason)
       values ('ada@mail.example', 'user.ban.lift', $1, 'An apology')`,
      [account.id],
    );
    const response = await visitor.open(download.loader, `${path}/download`);
    expect(response.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    const text = z.string().parse(response.data);
    const held = file.parse(JSON.parse(text));
    expect(held).toMatchObject({
      profile: { id: account.id, email: account.email },
      sessions: [{ isCurrent: true }],
      signIns: [{ action: "login" }],
      plan: { plan: "free" },
      apiKeys: [{ name: "CI", prefix: "pdf_abcdef" }],
      administratorActions: [{ action: "user.ban.lift" }],
    });
    expect(held.creditEntries.map(({ number }) => number)).toEqual(
      Array.from({ length: 2_051 }, (_, index) => index + 1),
    );
    expect(text).not.toContain(hash);
    expect(text).not.toMatch(/encrypted_password|refresh_token|"secret"|"hash"/);
  });

  test("of an empty account is valid JSON too, with nobody else's data", async () => {
    const [nora, ola] = [await site.signedIn(), await site.signedIn()];
    await spendCredits(ola.id, 1);
    const response = await nora.visitor.open(download.loader, `${path}/download`);
    const text = z.string().parse(response.data);
    expect(file.parse(JSON.parse(text)).creditEntries).toEqual([]);
    expect(text).not.toContain(ola.email);
  });

  test("is refused to a visitor", async () => {
    const response = await (await site.newVisitor()).open(download.loader, `${path}/download`);
    expect(response.location).toMatch(/^\/login\?/);
  });
});
