import { defaultSettings } from "@platen/auth/settings";
import { environment } from "@domain/environment.server";

const { MAILER_OTP_EXP } = environment;

/** How long the auth service accepts a mailed link and a mailed code. */
export const mailLifetimes = {
  linkSeconds: MAILER_OTP_EXP ?? defaultSettings.linkSeconds,
  codeSeconds: MAILER_OTP_EXP ?? defaultSettings.codeSeconds,
};
