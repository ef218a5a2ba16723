import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bundle } from "@platen/kit/testing/bundle";
import { AvatarMaker } from "~/account/profile/avatar.server";
import { type AccountSite, openAccountSite, type Visitor } from "./support/account-site";

let site: AccountSite;
let entry: Awaited<ReturnType<typeof bundle>>;
let avatars: AvatarMaker;

beforeAll(async () => {
  site = await openAccountSite();
  entry = await bundle("app/account/profile/avatar-process.ts");
  avatars = new AvatarMaker(pathToFileURL(entry.file));
  // As without a mail server.
  process.env.OUTBOX = "outbox";
});
afterAll(async () => {
  delete process.env.OUTBOX;
  avatars.close();
  await entry.remove();
  await site.close();
});

/** Gives pictures to as many strangers' accounts, which are this old. */
async function crowd(count: number, age: string) {
  await site.database.query(
    `with made as (
       insert into auth.users (id, email, created_at, is_sso_user, is_anonymous)
       select gen_random_uuid(), gen_random_uuid() || '@mail.example', now(), false, false
       from generate_series(1, $1::int) returning id
     ) select count(*) from made`,
    [count],
  );
  await site.database.query(
    `insert into public.avatars (owner, hash, picture)
     select id, repeat('0', 64), 'x' from public.profiles on conflict (owner) do nothing`,
  );
  await site.database.query("update public.profiles set created_at = now() - $1::interval", [age]);
}

beforeEach(async () => {
  await site.database.query("delete from public.avatars");
});

async function save(visitor: Visitor, withPicture: boolean) {
  const { action } = await import("~/routes/profile");
  const body = new FormData();
  body.set("fullName", "Ada Example");
  if (withPicture) {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } });
    const bytes = new Uint8Array(await picture.png().toBuffer());
    body.set("picture", new Blob([bytes], { type: "image/png" }), "me.png");
  }
  const request = new Request("http://localhost:3000/dashboard/profile", { method: "POST", body });
  const { data } = await visitor.open(
    ({ context, ...args }) => action({ ...args, request, context: { ...context, avatars } }),
    "/dashboard/profile",
  );
  return data;
}

const refused = {
  saved: false,
  reply: { error: { picture: [expect.stringMatching(/Too many new accounts have a picture/)] } },
};

test("a new account gets no picture once a thousand new ones have one, and saves its name", async () => {
  await crowd(1_000, "29 days");
  const { visitor } = await site.signedIn();
  expect(await save(visitor, true)).toMatchObject(refused);
  expect(await save(visitor, false)).toMatchObject({ saved: true });
});

test("below that number it gets one, and can change it later", async () => {
  const { visitor } = await site.signedIn();
  expect(await save(visitor, true)).toMatchObject({ saved: true });
  await crowd(1_000, "1 day");
  expect(await save(visitor, true)).toMatchObject({ saved: true });
});

test("pictures of accounts older than a month, and roles, do not wait", async () => {
  await crowd(1_000, "31 days");
  const { visitor } = await site.signedIn();
  expect(await save(visitor, true)).toMatchObject({ saved: true });
  await crowd(0, "1 day");
  const editor = await site.signedIn("Editor");
  expect(await save(editor.visitor, true)).toMatchObject({ saved: true });
  const other = await site.signedIn();
  expect(await save(other.visitor, true)).toMatchObject(refused);
  await site.database.query(
    "update public.profiles set created_at = now() - interval '31 days' where id = $1",
    [other.id],
  );
  expect(await save(other.visitor, true)).toMatchObject({ saved: true });
});
