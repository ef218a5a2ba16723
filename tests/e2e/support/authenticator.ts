import { Secret, TOTP } from "otpauth";
import { authClientOf } from "./backend";
import type { SharedSite } from "./test";

/**
 * The codes of an app with this secret. Each differs from the last, because the service accepts
 * none twice; it uses the next one early, as clocks differ.
 */
export function authenticatorApp(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, "")) });
  const now = Date.now();
  return {
    firstCode: () => totp.generate({ timestamp: now }),
    nextCode: () => totp.generate({ timestamp: now + 30_000 }),
  };
}

/** Connects an authenticator to a user's account, as their app would, and returns its codes. */
export async function connectAuthenticator(
  site: SharedSite,
  person: { email: string; password: string },
) {
  const auth = await authClientOf(site);
  await auth.signInWithPassword(person);
  const { data: factor } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  if (!factor) throw new Error("No factor was enrolled.");
  const app = authenticatorApp(factor.totp.secret);
  const { error } = await auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: app.firstCode(),
  });
  if (error) throw error;
  return app;
}
