import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { z } from "zod";
import type { SharedSite } from "./test";
import { NoRealtime } from "../../app/account/no-realtime.server";

const link = z.object({ SUPABASE_URL: z.url(), SUPABASE_PUBLISHABLE_KEY: z.string() });

/**
 * Connects an authenticator to a person's account, as their app would, and hands back its codes. Each code differs from
 * the last, since the service takes none twice; it takes the next one early, as clocks differ.
 */
export async function connectAuthenticator(
  { dataDirectory }: SharedSite,
  person: { email: string; password: string },
) {
  const file = join(dataDirectory, "run", "backend.json");
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = link.parse(
    JSON.parse(await readFile(file, "utf8")),
  );
  const { auth } = createClient(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: NoRealtime },
  });
  await auth.signInWithPassword(person);
  const { data: factor } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  if (!factor) throw new Error("No factor was enrolled.");
  const totp = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) });
  const now = Date.now();
  const { error } = await auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: totp.generate({ timestamp: now }),
  });
  if (error) throw error;
  return { nextCode: () => totp.generate({ timestamp: now + 30_000 }) };
}
