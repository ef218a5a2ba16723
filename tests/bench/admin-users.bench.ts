import { bench } from "vitest";
import type { Claims } from "@domain/accounts/claims";
import type { UserFilter } from "@domain/administration/user-list";
import { type AccountSite, openAccountSite } from "../contract/support/account-site";
import { singleRun, report, requireBars, Times } from "./measure";

const people = 100_000;
const repetitions = 20;

/** The maximum time of the database for a first page, in ms. */
const bar = 50;

bench(`the list of ${people} users, under any filter`, measure, singleRun);

async function measure(): Promise<void> {
  const site = await openAccountSite();
  try {
    const { id, email } = await site.newAccount("Admin");
    await populate(site);
    const claims: Claims = { sub: id, email, exp: 0, amr: [] };
    await measureFilters(claims);
    await measureDepth(claims);
    requireBars();
  } finally {
    await site.close();
  }
}

/**
 * Users as on a real site: most are active on the free plan; some words are in every name, others
 * in one of a hundred or of ten thousand.
 */
async function populate({ database }: AccountSite): Promise<void> {
  const firsts = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo"];
  for (let from = 0; from < people; from += 10_000) {
    await database.query(
      `insert into auth.users (id, email, email_confirmed_at, banned_until, created_at, raw_user_meta_data)
       select gen_random_uuid(), 'person' || n || '@company' || n % 1000 || '.example',
         case when n % 50 <> 0 then now() end,
         case when n % 200 = 1 then now() + interval '1 day' end,
         now(),
         jsonb_build_object('full_name', ($2::text[])[1 + n % 10] || ' Family' || n % 10000)
       from generate_series($1::int + 1, $1::int + 10000) n`,
      [from, firsts],
    );
  }
  await database.execute(`
    update public.profiles p set
      created_at = now() - random() * interval '3 years',
      role = case when p.role = 'User' and hashtext(p.email) % 1000 = 0 then 'Editor' else p.role end,
      deleted_at = case when p.role = 'User' and hashtext(p.email) % 100 = 3 then now() end;
    update public.subscriptions s set plan = case hashtext(s.user_id::text) % 100
      when 0 then 'business' when 1 then 'developer' when 2 then 'developer' else s.plan end;
    analyze;
  `);
}

const filters: [string, Partial<UserFilter>][] = [
  ["everybody", {}],
  ["everybody, by email", { sort: "email" }],
  ["everybody, by name", { sort: "name" }],
  ["everybody, oldest first", { sort: "oldest" }],
  ["administrators", { role: "Admin" }],
  ["editors, by name", { role: "Editor", sort: "name" }],
  ["plain users, by email", { role: "User", sort: "email" }],
  ["one plan of a hundred", { plan: "business" }],
  ["one plan of a hundred, by name", { plan: "business", sort: "name" }],
  ["the free plan", { plan: "free" }],
  ["a plan that nobody has", { plan: "enterprise" }],
  ["banned", { state: "banned" }],
  ["banned, by name", { state: "banned", sort: "name" }],
  ["unconfirmed, by email", { state: "unconfirmed", sort: "email" }],
  ["deleted", { state: "deleted" }],
  ["active editors of one plan", { state: "active", role: "Editor", plan: "business" }],
  ["a whole address", { q: "person4711@company711.example" }],
  ["a surname of ten people", { q: "Family4711" }],
  ["a first name of ten thousand", { q: "Ada" }],
  ["a first name of ten thousand, by email", { q: "Ada", sort: "email" }],
  ["what every address has", { q: "example" }],
  ["one letter", { q: "p" }],
  ["two words", { q: "eve family12", sort: "name" }],
  ["nobody", { q: "zzzz" }],
  ["an id", { q: "00000000-0000-4000-8000-000000000000" }],
  ["a word among the banned of a plan", { q: "Bo", state: "banned", plan: "business" }],
];

async function measureFilters(claims: Claims): Promise<void> {
  const { listUsers, countUsers } = await import("@domain/administration/user-list.server");
  const { userFilter } = await import("@domain/administration/user-list");
  for (const [what, asked] of filters) {
    const filter = userFilter.parse(asked);
    const [page, count] = [new Times(), new Times()];
    for (let n = 0; n < repetitions; n += 1) {
      await page.of(() => listUsers({ claims }, filter, 50));
      await count.of(() => countUsers({ claims }, filter));
    }
    report(`first page: ${what}, p95`, page.percentile(95), "ms", bar);
    report(`counting: ${what}, p95`, count.percentile(95), "ms");
  }
}

/** The last pages must be as quick as the first: that is why the list is paged by cursors. */
async function measureDepth(claims: Claims): Promise<void> {
  const { listUsers } = await import("@domain/administration/user-list.server");
  const { userFilter } = await import("@domain/administration/user-list");
  const pages = new Times();
  let [after, seen]: [string | undefined, number] = [undefined, 0];
  do {
    const filter = userFilter.parse({ sort: "email", after });
    const { users, next } = await pages.of(() => listUsers({ claims }, filter, 1_000));
    seen += users.length;
    after = next ?? undefined;
  } while (after);
  report(`a thousand rows of ${seen}, anywhere, p95`, pages.percentile(95), "ms");
}
