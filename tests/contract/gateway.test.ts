import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createServiceKey,
  listServiceKeys,
  revokeServiceKey,
} from "@domain/api-keys/service-keys.server";
import type * as Database from "@domain/database/database.server";
import type * as Keys from "@domain/api-keys/api-key.server";
import type * as Messages from "@domain/gateway/message-schemas";
import type { Claims } from "@domain/accounts/claims";
import { exampleOf, type Operation, shapeOf, tellGateway } from "./support/gateway-client";
import { openPlanSite, type PlanSite } from "./support/plan-site";

let site: PlanSite;
let keys: typeof Keys;
let messages: typeof Messages;
let withService: (typeof Database)["withService"];
let serviceKey: string;

beforeAll(async () => {
  site = await openPlanSite();
  keys = await import("@domain/api-keys/api-key.server");
  messages = await import("@domain/gateway/message-schemas");
  ({ withService } = await import("@domain/database/database.server"));
  serviceKey = await withService((tx) => createServiceKey(tx, "the gateway"));
});
afterAll(async () => {
  await site.close();
});

const tell = (
  operation: Operation,
  message: unknown,
  as: { secret?: string; method?: string; headers?: Record<string, string> } = {},
) => tellGateway(operation, message, { secret: serviceKey, ...as });

const claimsOf = (id: string): Claims => ({ sub: id, email: "", exp: 0, amr: [] });

async function newKey({ scopes = ["edit"], days = 30 } = {}) {
  const { id: userId } = await site.newAccount();
  const claims = claimsOf(userId);
  const made = await keys.createApiKey(claims, { id: randomUUID(), name: "Shop", scopes, days });
  if (made.outcome !== "made") throw new Error(made.outcome);
  return { userId, claims, id: made.key.id, secret: made.secret };
}

const use = (keyId: string, credits: number, idempotencyKey: string = randomUUID()) =>
  tell("usage", { keyId, operation: "pdf/merge", credits, idempotencyKey });

const set = (table: string, assignment: string, id: string) =>
  site.database.query(`update ${table} set ${assignment} where id = $1`, [id]);

describe("a valid key", () => {
  test("is returned with its plan, its limits and its balance", async () => {
    const { userId, id, secret } = await newKey();
    const { status, body, headers } = await tell("verify", { key: secret, scope: "edit" });
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(body).toMatchObject({
      valid: true,
      code: "valid",
      key: { id, name: "Shop", scopes: ["edit"] },
      account: { id: userId },
      plan: { id: "free", name: "Free", maxFileMegabytes: 5, rateLimit: "Basic" },
      credits: { remaining: 100 },
    });
    const [seen] = await keys.listApiKeys(claimsOf(userId));
    expect(seen?.lastUsedAt).toBeInstanceOf(Date);
  });

  test("is verified correctly among hundreds of concurrent requests", async () => {
    const mine = await Promise.all([newKey(), newKey(), newKey()]);
    const responses = await Promise.all(
      Array.from({ length: 90 }, (_, n) =>
        tell("verify", { key: n % 9 === 8 ? "pdf_nobody" : mine[n % 3]?.secret }),
      ),
    );
    for (const [n, { body }] of responses.entries()) {
      if (n % 9 === 8) expect(body).toMatchObject({ code: "unknown", account: null });
      else expect(body).toMatchObject({ valid: true, account: { id: mine[n % 3]?.userId } });
    }
  });
});

describe("an invalid key", () => {
  test("gets the reason", async () => {
    const codes: unknown[] = [];
    const ask = async (message: object) => codes.push((await tell("verify", message)).body.code);
    await ask({ key: "pdf_never-made" });
    const revoked = await newKey();
    expect(await keys.revokeApiKey(revoked.claims, revoked.id)).toBe(true);
    await ask({ key: revoked.secret });
    const expired = await newKey();
    await set(
      "public.api_keys",
      "created_at = now() - interval '2 days', expires_at = now() - interval '1 day'",
      expired.id,
    );
    await ask({ key: expired.secret });
    const suspended = await newKey();
    await set("auth.users", "banned_until = now() + interval '1 day'", suspended.userId);
    await ask({ key: suspended.secret });
    const narrow = await newKey({ scopes: ["read"] });
    await ask({ key: narrow.secret, scope: "edit" });
    await ask({ key: narrow.secret, credits: 101 });
    const gone = await newKey();
    await site.database.query("update public.subscriptions set plan = 'gone' where user_id = $1", [
      gone.userId,
    ]);
    await ask({ key: gone.secret });
    expect(codes).toEqual([
      "unknown",
      "revoked",
      "expired",
      "suspended",
      "scope",
      "insufficient_credits",
      "plan_unknown",
    ]);
    for (const { id } of [revoked, expired, suspended, gone]) {
      expect((await use(id, 1)).status).toBe(403);
    }
    expect((await use(randomUUID(), 1)).status).toBe(404);
  });

  test("of a deleted account is unknown", async () => {
    const { userId, secret } = await newKey();
    await site.database.query("delete from auth.users where id = $1", [userId]);
    expect((await tell("verify", { key: secret })).body.code).toBe("unknown");
  });
});

describe("a rotated key", () => {
  test("works beside its replacement until the overlap ends", async () => {
    const { claims, id, secret } = await newKey();
    const next = await keys.rotateApiKey(claims, { key: id, id: randomUUID(), hours: 24 });
    if (next.outcome !== "made") throw new Error(next.outcome);
    for (const key of [secret, next.secret]) {
      expect((await tell("verify", { key })).body).toMatchObject({ valid: true });
    }
    await set("public.api_keys", "created_at = now() - interval '2 days', expires_at = now()", id);
    expect((await tell("verify", { key: secret })).body.code).toBe("expired");
    expect((await tell("verify", { key: next.secret })).body.valid).toBe(true);
  });
});

describe("usage", () => {
  test("is debited once per idempotency key, whatever happens to the API key meanwhile", async () => {
    const { claims, id, secret } = await newKey();
    const first = await use(id, 30, "job-1");
    expect(first.body).toMatchObject({ credits: 30, remaining: 70, repeated: false });
    await use(id, 5);
    await keys.revokeApiKey(claims, id);
    expect((await use(id, 30, "job-1")).body).toEqual({ ...first.body, repeated: true });
    expect((await use(id, 30, "job-2")).status).toBe(403);
    expect((await tell("verify", { key: secret })).body.credits).toMatchObject({ remaining: 65 });
  });

  test("is refused as a whole when the credits are too few or the idempotency key was used for something else", async () => {
    const { id } = await newKey();
    expect(await use(id, 101, "job")).toMatchObject({
      status: 402,
      body: { error: { code: "insufficient_credits" } },
    });
    expect((await use(id, 100, "job")).status).toBe(200);
    expect(await use(id, 99, "job")).toMatchObject({
      status: 409,
      body: { error: { code: "idempotency_conflict" } },
    });
  });

  test("can be reversed, once", async () => {
    const { id } = await newKey();
    const { entryId } = (await use(id, 40)).body;
    const back = await tell("reversal", { entryId: String(entryId).toUpperCase() });
    expect(back.body).toMatchObject({ credits: 40, remaining: 100, repeated: false });
    expect((await tell("reversal", { entryId })).body).toEqual({ ...back.body, repeated: true });
    expect((await tell("reversal", { entryId: back.body.entryId })).status).toBe(404);
    expect((await tell("reversal", { entryId: randomUUID() })).status).toBe(404);
  });
});

describe("the gateway API", () => {
  const operations: Operation[] = ["verify", "usage", "reversal"];

  test.each(operations)("%s requires a valid service key", async (operation) => {
    for (const secret of ["", "nonsense", "svc_", "svc_wrong", "svc_' or 1=1 --", "pdf_abc"]) {
      const message = operation === "verify" ? { key: "x" } : exampleOf(operation);
      const refused = await tell(operation, message, { secret });
      expect(refused).toMatchObject({ status: 401, body: { error: { code: "service_key" } } });
      expect(refused.headers.get("WWW-Authenticate")).toContain("Bearer");
    }
  });

  test.each(operations)("%s refuses a malformed message with the reason", async (operation) => {
    const malformed = [
      ...["", "{", "null", "[]", '"x"', "0", "\u0000", "[".repeat(8_000), "{}"],
      ...[{ key: "" }, { key: 7 }, { key: "x".repeat(201) }, { key: "x", scope: "all" }],
      ...[
        { key: "x", credits: 0 },
        { key: "x", credits: -1 },
        { key: "x", credits: 1.5 },
      ],
      ...[{ key: "x", credits: 1e9 }, { key: "x", other: true }, { entryId: "1" }],
      { entryId: "' or 1=1 --" },
      ...[
        { keyId: "1" },
        { operation: "PDF MERGE" },
        { operation: "" },
        { credits: "5" },
        { credits: Number.MAX_SAFE_INTEGER },
        { idempotencyKey: "" },
        { idempotencyKey: "ü" },
        { idempotencyKey: "x".repeat(201) },
      ].map((wrong) => ({ ...exampleOf("usage"), ...wrong })),
    ];
    for (const message of malformed) {
      const { status, body } = await tell(operation, message);
      expect([message, status, body.error]).toMatchObject([message, 400, { code: "malformed" }]);
    }
    const large = { ...exampleOf(operation), more: "x".repeat(20_000) };
    expect((await tell(operation, large)).status).toBe(413);
    const form = { headers: { "Content-Type": "application/x-www-form-urlencoded" } };
    expect((await tell(operation, "key=x", form)).status).toBe(415);
    for (const method of ["GET", "PUT", "DELETE"]) {
      const refused = await tell(operation, {}, { method });
      expect([refused.status, refused.headers.get("Allow")]).toEqual([405, "POST"]);
    }
  });

  test("accepts the examples of the OpenAPI file, and the same messages as its schemas", () => {
    const shapes = {
      verify: [messages.verifyMessage, shapeOf("VerifyMessage")],
      usage: [messages.usageMessage, shapeOf("UsageMessage")],
      reversal: [messages.reversalMessage, shapeOf("ReversalMessage")],
    } as const;
    for (const operation of operations) {
      for (const shape of shapes[operation]) {
        expect(shape.safeParse(exampleOf(operation)).success).toBe(true);
        expect(shape.safeParse({ ...exampleOf(operation), more: 1 }).success).toBe(false);
        expect(shape.safeParse({}).success).toBe(false);
      }
    }
  });
});

describe("service keys", () => {
  test("are listed without their secrets, and revoked at once", async () => {
    const secret = await withService((tx) => createServiceKey(tx, "edge 2"));
    const { secret: key } = await newKey();
    expect((await tell("verify", { key }, { secret })).status).toBe(200);
    const listed = await withService(listServiceKeys);
    expect(listed[0]).toMatchObject({ name: "edge 2", prefix: secret.slice(0, 10) });
    expect(JSON.stringify(listed)).not.toContain(secret.slice(10));
    expect(listed[0]?.lastUsedAt).toBeInstanceOf(Date);
    const revoke = () => withService((tx) => revokeServiceKey(tx, secret.slice(0, 10)));
    expect([await revoke(), await revoke()]).toEqual([true, false]);
    expect((await tell("verify", { key }, { secret })).status).toBe(401);
  });

  test("have readable names", async () => {
    for (const name of ["", " ", "x".repeat(61), "a\nb", "\u202egnp"]) {
      await expect(withService((tx) => createServiceKey(tx, name))).rejects.toThrow("1 to 60");
    }
  });
});
