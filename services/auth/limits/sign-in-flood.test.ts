import { expect, test } from "vitest";
import {
  call,
  goodPassword,
  newAddress,
  newVisitor,
  signUp,
  startTestService,
} from "../testing/service";

// Some sixty hashes per core: a busy machine takes longer than for other tests.
test("a flood of wrong passwords is refused early, and delays nobody from elsewhere", async () => {
  const service = await startTestService();
  try {
    const { email } = await signUp(service);
    const signIn = (account: string, password: string, visitor = newVisitor()) =>
      call(service.auth, "POST", "token?grant_type=password", {
        body: { email: account, password },
        visitor,
      });
    const compared: number[] = [];
    const flood = Array.from({ length: 10 }, () => newVisitor()).flatMap((visitor) =>
      Array.from({ length: 28 }, async () => {
        const reply = await signIn(newAddress(), "wrong password", visitor);
        if (reply.status === 400) compared.push(reply.status);
        return reply;
      }),
    );
    expect((await signIn(email, goodPassword)).status).toBe(200);
    // One for each network of the preceding flood; first come, first served would be two hundred
    // and more.
    expect(compared.length).toBeLessThan(30);

    const refusals = (await Promise.all(flood)).filter(({ status }) => status !== 400);
    expect(refusals.length).toBeGreaterThan(0);
    for (const { status, headers, body } of refusals) {
      expect([status, body.code]).toEqual([429, "over_request_rate_limit"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  } finally {
    await service.close();
  }
});
