import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as viewerModule from "~/account/session/viewer.server";
import type * as sessionsModule from "~/account/session/own-sessions.server";
import { type AccountSite, openAccountSite } from "./support/account-site";
import { tryAs } from "./support/row-level-access";
import { claimsOf, halfSignedInOn, newPersonOn } from "./support/second-factors";

let site: AccountSite;
let own: typeof sessionsModule;
let viewer: typeof viewerModule;

beforeAll(async () => {
  site = await openAccountSite();
  own = await import("~/account/session/own-sessions.server");
  viewer = await import("~/account/session/viewer.server");
});
afterAll(() => site.close());

const newPerson = (userAgent?: string) => newPersonOn(site, userAgent);
const halfSignedIn = () => halfSignedInOn(site);

const denied = "42501";

describe("a user's sessions", () => {
  test("are listed with their devices, the current one first, and nobody else's", async () => {
    const { browser, ...account } = await newPerson("Firefox/132 Windows");
    const phone = await site.newVisitor("Safari iPhone");
    await phone.logIn(account);
    const stranger = await newPerson();

    const listed = await own.ownSessions(await claimsOf(browser));
    expect(listed.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
      ["Firefox/132 Windows", true],
      ["Safari iPhone", false],
    ]);
    for (const { startedAt, seenAt, ipAddress } of listed) {
      expect(seenAt.getTime()).toBeGreaterThanOrEqual(startedAt.getTime());
      expect(ipAddress).toMatch(/^10\./);
    }
    expect(await own.ownSessions(await claimsOf(stranger.browser))).toHaveLength(1);
  });

  test("are ended one by one, and are refused at once", async () => {
    const { browser, ...account } = await newPerson();
    const other = await site.newVisitor("Other");
    await other.logIn(account);
    const otherClaims = await claimsOf(other);
    expect(await viewer.readViewer(otherClaims)).not.toBeNull();

    const claims = await claimsOf(browser);
    const [, listed] = await own.ownSessions(claims);
    const id = listed?.id ?? "";
    expect(await own.endOwnSession(claims, id)).toBe(true);
    // The button was pressed twice.
    expect(await own.endOwnSession(claims, id)).toBe(false);
    expect(await viewer.readViewer(otherClaims)).toBeNull();
    expect(await own.ownSessions(otherClaims)).toEqual([]);
    expect(await own.ownSignIns(otherClaims, 10)).toEqual([]);
    expect(await own.endOwnSession(otherClaims, claims.session_id ?? "")).toBe(false);
    expect(await own.ownSessions(claims)).toHaveLength(1);
  });

  test("have a short device name, however long the browser's is", async () => {
    const { browser } = await newPerson(`Chrome/1 ${"x".repeat(10_000)}`);
    const [session] = await own.ownSessions(await claimsOf(browser));
    expect(session?.userAgent).toMatch(/^Chrome\/1 x{491}$/);
  });

  test("cannot be ended by another user by id", async () => {
    const [nora, mallory] = [await newPerson(), await newPerson()];
    const target = (await claimsOf(nora.browser)).session_id ?? "";
    expect(await own.endOwnSession(await claimsOf(mallory.browser), target)).toBe(false);
    expect(await own.ownSessions(await claimsOf(nora.browser))).toHaveLength(1);
  });

  test("are neither shown nor ended while the second factor is missing", async () => {
    const { browser, half } = await halfSignedIn();
    const claims = await claimsOf(half);
    expect(await own.ownSessions(claims)).toEqual([]);
    expect(await own.ownSignIns(claims, 10)).toEqual([]);
    const target = (await claimsOf(browser)).session_id ?? "";
    expect(await own.endOwnSession(claims, target)).toBe(false);
  });

  test.each(["own_sessions()", "own_sign_ins(10)", `end_own_session('${crypto.randomUUID()}')`])(
    "cannot be read by a visitor with %s",
    async (call) => {
      expect(await tryAs(site.database, null, `select * from public.${call}`)).toBe(denied);
    },
  );
});

describe("recent sign-ins", () => {
  test("are the user's own, newest first, with method and location", async () => {
    const { browser, ...account } = await newPerson();
    const again = await site.newVisitor();
    await again.logIn(account);
    await newPerson();
    const listed = await own.ownSignIns(await claimsOf(browser), 10);
    expect(listed.map(({ action }) => action)).toEqual(["login", "login"]);
    expect(listed[0]).toMatchObject({
      provider: "email",
      ipAddress: expect.stringMatching(/^10\./),
    });
    expect(await own.ownSignIns(await claimsOf(browser), 1)).toHaveLength(1);
  });

  test("are not pushed out by strangers who request mails, of which the page shows the number", async () => {
    const { browser, id } = await newPerson();
    await site.database.query(
      `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
       select gen_random_uuid(), gen_random_uuid(),
         jsonb_build_object('actor_id', $1::text, 'action', 'user_recovery_requested')::json,
         now() + n * interval '1 millisecond', '203.0.113.' || n
       from generate_series(1, 40) n`,
      [id],
    );
    const { loader } = await import("~/routes/dashboard-security");
    const { data } = await browser.open(loader, "/dashboard/security");
    expect(data).toMatchObject({
      signIns: [
        {
          description: "New password requested by email, 25 times or more",
          ipAddress: "203.0.113.40",
        },
        { description: "Signed in with the password" },
      ],
    });
  });

  test("are empty where the auth service does not share its log", async () => {
    const { browser } = await newPerson();
    const claims = await claimsOf(browser);
    await site.database.execute("alter table auth.audit_log_entries rename to elsewhere");
    try {
      expect(await own.ownSignIns(claims, 10)).toEqual([]);
    } finally {
      await site.database.execute("alter table auth.elsewhere rename to audit_log_entries");
    }
  });
});
