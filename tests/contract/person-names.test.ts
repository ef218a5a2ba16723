import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goodPassword, newAddress } from "@platen/auth/testing/service";
import { type AccountSite, openAccountSite } from "./support/account-site";
import { tryAs } from "./support/row-level-access";

let site: AccountSite;

beforeAll(async () => {
  site = await openAccountSite();
});
afterAll(() => site.close());

const nameOf = async (email: string) => {
  const [row] = await site.database.query<{ full_name: string | null }>(
    "select full_name from public.profiles where email = $1",
    [email],
  );
  return row?.full_name;
};

const unfit: [string, string][] = [
  ["a control character", "Ada\u0000 Admin"],
  ["two lines", "Ada\nAdmin"],
  ["right-to-left override", "\u202enimdA"],
  ["a directional mark", "Ada\u200f"],
  ["an unpaired surrogate", "Ada \ud800"],
  ["no visible character", "\u200b\u200d"],
  ["a letter that is blank", "\u3164"],
  ["a soft hyphen", "Ann\u00ad Smith"],
  ["tag characters", "Admin\u{e0041}\u{e0042}"],
  ["121 characters", "x".repeat(121)],
];

describe("the profile's form", () => {
  const save = async (fullName: string) => {
    const { action } = await import("~/routes/profile");
    const { visitor, email } = await site.signedIn();
    return { answer: await visitor.send(action, "/dashboard/profile", { fullName }), email };
  };

  // Half a surrogate pair cannot be sent in a form: it arrives as U+FFFD.
  test.each(unfit.filter(([what]) => what !== "an unpaired surrogate"))(
    "refuses %s beside the field",
    async (_what, name) => {
      const { answer, email } = await save(name);
      expect(answer).toMatchObject({
        status: 400,
        data: { saved: false, reply: { error: { fullName: [expect.any(String)] } } },
      });
      expect(await nameOf(email)).toBeNull();
    },
  );

  test.each([
    ["  Zoë  O’Neill ", "Zoë  O’Neill"],
    ["می‌خواهم", "می‌خواهم"],
    ["山田 👩‍💻", "山田 👩‍💻"],
    ["क्\u200dष ❤\ufe0f\u200d🔥 ©\ufe0f", "क्\u200dष ❤\ufe0f\u200d🔥 ©\ufe0f"],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["", null],
  ])("saves %j as %j", async (typed, saved) => {
    const { answer, email } = await save(typed);
    expect(answer).toMatchObject({ data: { saved: true } });
    expect(await nameOf(email)).toBe(saved);
  });
});

test("the sign-up form refuses a disguised name", async () => {
  const { action } = await import("~/routes/signup");
  const email = newAddress();
  const fields = { email, password: goodPassword, fullName: "\u202enimdA" };
  const response = await (await site.newVisitor()).send(action, "/signup", fields);
  expect(response).toMatchObject({
    status: 400,
    data: { reply: { error: { fullName: [expect.stringMatching(/letters/)] } } },
  });
  expect(await nameOf(email)).toBeUndefined();
});

test.each([
  [` \u202eAda\n\u200f Bo\ufeff ${"x".repeat(200)}`, `Ada Bo ${"x".repeat(113)}`],
  ["a\u200bnn Ann\u00ad \u061cAdmin\u{e0041}", "ann Ann Admin"],
  ["\u200b\u200b", null],
  ["\u3164 \u115f\u1160\u2800", null],
  ["\u200d\ufe0f", null],
  ["\u200dAd\u200dmin\ufe0f می\u200cخواهم\u200c", "Admin می\u200cخواهم"],
  ["👩🏽\u200d🚀 ❤\ufe0f", "👩🏽\u200d🚀 ❤\ufe0f"],
  // Where it is cut off it must be as fit as it was, or the account could not be created.
  [`${"x".repeat(117)}می\u200cخواهم`, `${"x".repeat(117)}می`],
])(
  "a name that bypasses the forms, as from an external account, is cleaned: %j is %j",
  async (given, kept) => {
    const email = newAddress();
    await site.database.query(
      "insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), $1, $2)",
      [email, JSON.stringify({ full_name: given })],
    );
    expect(await nameOf(email)).toBe(kept);
  },
);

test.each(["e'Ada\\u202e'", "e'Ada\\n'", "e'\\u200f'", "' Ada'", "e'Ad\\u200dmin'", "e'\\u3164'"])(
  "an owner cannot write %s past the forms",
  async (name) => {
    const { id } = await site.newAccount();
    const statement = `update public.profiles set full_name = ${name} where id = $1`;
    expect(await tryAs(site.database, { sub: id }, statement, [id])).toBe("23514");
  },
);
