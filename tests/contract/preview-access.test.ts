import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Account,
  type AccountSite,
  openAccountSite,
  type Visitor,
} from "./support/account-site";

let site: AccountSite;

beforeAll(async () => {
  site = await openAccountSite();
});
afterAll(() => site.close());

/** The site's response to a visitor who sends a preview cookie of this account. */
async function previewOf(visitor: Visitor, account: Pick<Account, "id">) {
  const { previewCookie, readPreview } = await import("~/preview/preview-session.server");
  const cookie = await previewCookie.serialize({ viewer: account.id, until: Date.now() + 60_000 });
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  visitor.cookies.set(name, value);
  const { data } = await visitor.open(
    ({ request, context }) => readPreview(request, context.session),
    "/",
  );
  visitor.cookies.delete(name);
  return data;
}

/** The result of the Studio's request that opens a preview. */
async function openingOf(visitor: Visitor) {
  const { openPreview } = await import("~/preview/preview-session.server");
  const { data } = await visitor.open(
    ({ request, context }) => openPreview(request, context.session),
    "/preview/enable?sanity-preview-secret=guessed",
  );
  return data;
}

const signedIn = async () => {
  const account = await site.signedIn("Editor");
  expect(await previewOf(account.visitor, account)).toEqual({ drafts: true, problem: null });
  return account;
};

test.each([
  ["is banned", "banned_until = now() + interval '1 hour'"],
  ["is closed", "closes_at = now() + interval '30 days'"],
  ["lost the role", "role = 'User'"],
])(
  "an editor whose account %s sees no drafts, although preview and session are still open",
  async (_, change) => {
    const editor = await signedIn();
    await site.database.query(`update public.profiles set ${change} where id = $1`, [editor.id]);
    expect(await previewOf(editor.visitor, editor)).toEqual({ drafts: false, problem: "session" });
    expect(await openingOf(editor.visitor)).toEqual({ problem: "session" });
  },
);

test("a preview works neither for another user nor for a visitor", async () => {
  const [ada, bea] = [await signedIn(), await site.signedIn("Editor")];
  expect(await previewOf(bea.visitor, ada)).toEqual({ drafts: false, problem: "session" });
  expect(await previewOf(await site.newVisitor(), ada)).toEqual({
    drafts: false,
    problem: "session",
  });
});

test("only a cookie that this server signed opens a preview", async () => {
  const { hasPreviewCookie, previewCookie } = await import("~/preview/preview-session.server");
  const cookie = await previewCookie.serialize({ viewer: "ada", until: 0 });
  const [pair = ""] = cookie.split(";");
  expect(await hasPreviewCookie(pair)).toBe(true);
  expect(await hasPreviewCookie(`a=b; ${pair}`)).toBe(true);
  for (const forged of ["preview=x", pair.slice(0, -2), pair.replace(/\..*/, ""), "", undefined]) {
    expect(await hasPreviewCookie(forged)).toBe(false);
  }
});
