import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DiskSpace, floors } from "@platen/kit";
import { openTransactions } from "@domain/database/transactions.server";
import { createServiceKey } from "@domain/api-keys/service-keys.server";
import { openPlanSite, type PlanSite } from "./support/plan-site";

const disk = { free: Infinity };
let site: PlanSite;
let serviceKey: string;

beforeAll(async () => {
  site = await openPlanSite({ space: new DiskSpace("", { read: () => disk.free }) });
  const database = openTransactions(process.env.DATABASE_URL ?? "");
  serviceKey = await database.withService((tx) => createServiceKey(tx, "the gateway"));
  await database.close();
});

afterEach(() => {
  disk.free = Infinity;
});

afterAll(() => site.close());

async function tell(operation: "verify" | "usage", message: object) {
  const { handleGatewayMessage } = await import("../../app/gateway/gateway-routes.server");
  const response = await handleGatewayMessage(
    new Request(`http://localhost:3000/api/gateway/${operation}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${serviceKey}`, "Content-Type": "application/json" },
      body: JSON.stringify(message),
    }),
  );
  const body: unknown = await response.json();
  return { status: response.status, wait: response.headers.get("Retry-After"), body };
}

async function newKey() {
  const keys = await import("@domain/api-keys/api-key.server");
  const { id: sub } = await site.newAccount();
  const claims = { sub, email: "", exp: 0, amr: [] };
  const fields = { id: randomUUID(), name: "Shop", scopes: ["edit"], days: 30 };
  const made = await keys.createApiKey(claims, fields);
  if (made.outcome !== "made") throw new Error(made.outcome);
  return { claims, id: made.key.id, secret: made.secret };
}

test("on a full disk the gateway's keys are verified, and usage has to be reported again later", async () => {
  const { id, secret } = await newKey();
  expect(await tell("verify", { key: secret })).toMatchObject({ status: 200 });
  const other = await newKey();
  const usage = { keyId: id, operation: "pdf/merge", credits: 1, idempotencyKey: randomUUID() };
  disk.free = floors.ordinary - 1;
  expect(await tell("verify", { key: secret })).toMatchObject({
    status: 200,
    body: { valid: true, credits: { remaining: 100 } },
  });
  // An account whose grant is due: it cannot be made, and without it the balance is unknown.
  const full = { status: 507, wait: "60", body: { error: { code: "insufficient_storage" } } };
  expect(await tell("verify", { key: other.secret })).toMatchObject(full);
  expect(await tell("usage", usage)).toMatchObject(full);
  disk.free = Infinity;
  expect(await tell("usage", usage)).toMatchObject({ status: 200 });
});

test("on a full disk users can sign in and read their pages, and a form reports that nothing was saved", async () => {
  const account = await site.newAccount();
  disk.free = floors.ordinary - 1;
  const visitor = await site.newVisitor();
  await visitor.logIn(account);
  const dashboard = await import("~/routes/dashboard");
  expect((await visitor.open(dashboard.loader, "/dashboard")).status).toBe(200);
  const profile = await import("~/routes/profile");
  const saved = await visitor.send(profile.action, "/dashboard/profile", { fullName: "Ada" });
  expect(saved.status).toBe(507);
  expect(saved.headers.get("Retry-After")).toBe("60");
});
