import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminClient, visitorClient } from "./support/auth-clients";
import { type Contract, openContract } from "./support/auth-contract";

let contract: Contract;

beforeAll(async () => {
  contract = await openContract();
});
afterAll(() => contract.close());

describe("a second factor", () => {
  const used = new Map<string, number>();

  /**
   * An unused code: on our own server of a later half minute; on another one, whose clock we cannot
   * move, of this half minute, then of the next, which is valid already.
   */
  function nextCode(secret: string): string {
    const count = used.get(secret) ?? 0;
    used.set(secret, count + 1);
    contract.service?.wait(30);
    const timestamp = contract.service?.now().getTime() ?? Date.now() + count * 30_000;
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  }

  async function withFactor() {
    const account = await contract.signedIn();
    const { mfa } = account.client.auth;
    const enrolled = await mfa.enroll({ factorType: "totp", friendlyName: "Telephone" });
    if (enrolled.error) throw enrolled.error;
    const { id: factorId, totp } = enrolled.data;
    return { ...account, mfa, factorId, totp };
  }

  test("is enrolled with a QR code, and raises the session's level", async () => {
    const { client, mfa, factorId, totp } = await withFactor();
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    const verified = await mfa.challengeAndVerify({ factorId, code: nextCode(totp.secret) });
    expect(verified.error).toBeNull();
    const level = await mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    const { data } = await client.auth.getUser();
    expect(data.user?.factors).toMatchObject([
      { id: factorId, friendly_name: "Telephone", factor_type: "totp", status: "verified" },
    ]);
  });

  test("is required at the next sign-in, and before a password change", async () => {
    const { email, password, mfa, factorId, totp } = await withFactor();
    await mfa.challengeAndVerify({ factorId, code: nextCode(totp.secret) });
    const client = visitorClient(contract.target);
    await client.auth.signInWithPassword({ email, password });
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    const change = () => client.auth.updateUser({ password: "a different sentence" });
    expect((await change()).error).toMatchObject({ code: "insufficient_aal" });
    const challenge = await client.auth.mfa.challenge({ factorId });
    const wrong = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge.data?.id ?? "",
      code: "000000",
    });
    expect(wrong.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
    const right = await client.auth.mfa.challengeAndVerify({
      factorId,
      code: nextCode(totp.secret),
    });
    expect(right.error).toBeNull();
    expect((await change()).error).toBeNull();
  });

  test("can be removed by its owner, and by the administrator", async () => {
    const { id, mfa, factorId, totp } = await withFactor();
    await mfa.challengeAndVerify({ factorId, code: nextCode(totp.secret) });
    expect((await mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    const second = await mfa.enroll({ factorType: "totp" });
    const { admin } = adminClient(contract.target).auth;
    const listed = await admin.mfa.listFactors({ userId: id });
    expect(listed.data?.factors).toMatchObject([{ id: second.data?.id, status: "unverified" }]);
    const removed = await admin.mfa.deleteFactor({ userId: id, id: second.data?.id ?? "" });
    expect(removed.error).toBeNull();
  });
});
