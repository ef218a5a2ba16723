import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  goodPassword,
  newAddress,
  publishableKey,
  secretKey,
  startTestService,
  type TestService,
} from "@platen/auth/testing/service";
import { DiskSpace, floors, noSpace } from "@platen/kit";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import { adminClient, visitorClient } from "./support/auth-clients";

const disk = { free: Infinity };
let service: TestService;

beforeAll(async () => {
  const space = new DiskSpace("", { read: () => disk.free });
  service = await startTestService({ database: await openMemoryDatabase({ space }) });
});

afterEach(() => {
  disk.free = Infinity;
});

afterAll(() => service.close());

const target = () => ({ url: service.url, publishableKey, secretKey });

async function signedUp() {
  const { auth } = visitorClient(target());
  const credentials = { email: newAddress(), password: goodPassword };
  const { data, error } = await auth.signUp(credentials);
  expect(error).toBeNull();
  return { auth, credentials, id: data.user?.id ?? "" };
}

test("on a full disk sign-ups are refused, with the reason", async () => {
  disk.free = floors.ordinary - 1;
  const { data, error } = await visitorClient(target()).auth.signUp({
    email: newAddress(),
    password: goodPassword,
  });
  expect(data.user).toBeNull();
  expect(error).toMatchObject({ status: 507, code: "insufficient_storage", message: noSpace });
});

test("users can sign in, stay signed in and sign out on the reserve", async () => {
  const { auth, credentials } = await signedUp();
  disk.free = floors.reserve;
  expect((await auth.refreshSession()).error).toBeNull();
  expect((await auth.updateUser({ data: { a: 1 } })).error).toMatchObject({ status: 507 });
  expect((await auth.signOut()).error).toBeNull();
  expect((await auth.signInWithPassword(credentials)).error).toBeNull();
});

test("when the reserve is used up, a refresh is refused in a way that keeps the client's session", async () => {
  const { auth } = await signedUp();
  const { data } = await auth.getSession();
  const body = JSON.stringify({ refresh_token: data.session?.refresh_token });
  const refresh = () =>
    fetch(`${service.url}/auth/v1/token?grant_type=refresh_token`, {
      method: "POST",
      headers: { apikey: publishableKey, "Content-Type": "application/json" },
      body,
    });
  disk.free = floors.reserve - 1;
  const refused = await refresh();
  // The client itself would retry for half a minute.
  expect(refused.status).toBe(503);
  expect(refused.headers.get("Retry-After")).toBe("60");
  expect((await auth.getUser()).error).toBeNull();
  disk.free = Infinity;
  expect((await refresh()).status).toBe(200);
});

test("an account can be banned on the reserve", async () => {
  const { credentials, id } = await signedUp();
  disk.free = floors.reserve;
  const banned = await adminClient(target()).auth.admin.updateUserById(id, { ban_duration: "1h" });
  expect(banned.error).toBeNull();
  const { error } = await visitorClient(target()).auth.signInWithPassword(credentials);
  expect(error).toMatchObject({ code: "user_banned" });
});

test("an account can be removed on the reserve", async () => {
  const { id } = await signedUp();
  disk.free = floors.reserve;
  expect((await adminClient(target()).auth.admin.deleteUser(id)).error).toBeNull();
});
