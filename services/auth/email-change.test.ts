import { afterAll, beforeAll, expect, test } from "vitest";
import { call, signUp, startTestService, type TestService } from "./testing/service";

/** What changes of address cost the people whose mailboxes they name, and tell those who try them. */

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const change = (token: string, email: string) =>
  call(service.auth, "PUT", "user", { token, body: { email } });

test("an account may try one new address a minute, whether it is taken or not", async () => {
  const { accessToken } = await signUp(service);
  const others = [(await signUp(service)).email, (await signUp(service)).email];
  expect((await change(accessToken, others[0] ?? "")).status).toBe(422);
  expect((await change(accessToken, others[1] ?? "")).status).toBe(429);
  expect((await change(accessToken, "free@platen.example")).status).toBe(429);
});

test("a mailbox gets one such mail a minute, however many accounts request it", async () => {
  const victim = "victim@platen.example";
  const accounts = [await signUp(service), await signUp(service), await signUp(service)];
  const statuses: number[] = [];
  for (const { accessToken } of accounts) statuses.push((await change(accessToken, victim)).status);
  expect(statuses).toEqual([200, 429, 429]);
  service.wait(61);
  expect((await change(accounts[1]?.accessToken ?? "", victim)).status).toBe(200);
});
