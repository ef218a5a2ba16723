import { z } from "zod";
import type { AuthOptions, ProviderOptions } from "@platen/auth";
import { type AuthSettings, defaultSettings } from "@platen/auth/settings";
import { sessionLimits } from "@domain/session-lifetime";
import { flag, siteVariables, wholeNumber } from "@domain/environment-variables";

const text = z.string().min(1).optional();
/** A secret is sent there: unencrypted only within this machine. */
const secureUrl = z
  .url()
  .refine((value) => {
    const { protocol, hostname } = new URL(value);
    return protocol === "https:" || (protocol === "http:" && hostname === "127.0.0.1");
  }, "must be a URL that starts with https://")
  .optional();

/** Requests in the period that belongs to the name. */
const rate = wholeNumber(1, 1_000_000);

const units = { s: 1, m: 60, h: 3600 };

/** In seconds; written as in the hosted service's own configuration: 90s, 5m. */
const duration = z
  .string()
  .regex(/^\d{1,5}[smh]$/, "must be a time such as 90s, 5m or 1h")
  .transform(
    (text) => Number(text.slice(0, -1)) * units[z.enum(["s", "m", "h"]).parse(text.slice(-1))],
  )
  .refine((seconds) => seconds >= 1 && seconds <= 86_400, "must be 1s to 24h");

/**
 * The variables of the embedded accounts. Those without AUTH_ have the names of the hosted
 * service's own settings, without their GOTRUE_.
 */
export const authFields = {
  ...siteVariables.pick({
    AUTH_SESSION_LIFETIME_HOURS: true,
    AUTH_SESSION_INACTIVITY_HOURS: true,
    PASSWORD_MIN_LENGTH: true,
    MAILER_OTP_EXP: true,
    MFA_WEB_AUTHN_ENROLL_ENABLED: true,
  }).shape,
  AUTH_GITHUB_CLIENT_ID: text,
  AUTH_GITHUB_CLIENT_SECRET: text,
  AUTH_GITHUB_URL: secureUrl,
  AUTH_GOOGLE_CLIENT_ID: text,
  AUTH_GOOGLE_CLIENT_SECRET: text,
  AUTH_OIDC_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,39}$/, "must be a short name (a-z, 0-9, _, -)")
    .default("oidc"),
  AUTH_OIDC_ISSUER: secureUrl,
  AUTH_OIDC_CLIENT_ID: text,
  AUTH_OIDC_CLIENT_SECRET: text,
  AUTH_REDIRECT_ALLOW_LIST: z.string().default(""),
  AUTH_MAILS_PER_HOUR: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .positive("must be more than 0")
    .default(30),
  AUTH_DISABLE_SIGNUP: flag,
  JWT_EXP: wholeNumber(60, 604_800).default(defaultSettings.accessTokenSeconds),
  SMTP_MAX_FREQUENCY: duration.default(defaultSettings.mailGapSeconds),
  SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: wholeNumber(0, 3600).default(defaultSettings.reuseSeconds),
  SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: flag,
  SESSIONS_SINGLE_PER_USER: flag,
  EXTERNAL_ANONYMOUS_USERS_ENABLED: flag,
  RATE_LIMIT_TOKEN_REFRESH: rate.default(defaultSettings.requests.tokens),
  RATE_LIMIT_VERIFY: rate.default(defaultSettings.requests.verifications),
  RATE_LIMIT_OTP: rate.default(defaultSettings.requests.mails),
  RATE_LIMIT_ANONYMOUS_USERS: rate.default(defaultSettings.requests.anonymous),
  MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: rate.default(defaultSettings.requests.factors),
};

type AuthEnvironment = z.infer<z.ZodObject<typeof authFields>>;

/**
 * A provider needs all of its variables: a partial registration would fail only when a user signs
 * in.
 */
const together: (keyof AuthEnvironment)[][] = [
  ["AUTH_GITHUB_CLIENT_ID", "AUTH_GITHUB_CLIENT_SECRET"],
  ["AUTH_GOOGLE_CLIENT_ID", "AUTH_GOOGLE_CLIENT_SECRET"],
  ["AUTH_OIDC_ISSUER", "AUTH_OIDC_CLIENT_ID", "AUTH_OIDC_CLIENT_SECRET"],
];

/** Names what a provider is missing. */
export function checkAuthFields(values: AuthEnvironment, context: z.RefinementCtx): void {
  for (const names of together) {
    const given = names.find((name) => values[name] !== undefined);
    if (given === undefined) continue;
    for (const name of names) {
      if (values[name] !== undefined) continue;
      context.addIssue({
        code: "custom",
        path: [name],
        message: `is missing, while ${given} is set`,
      });
    }
  }
  if (["google", "github"].includes(values.AUTH_OIDC_NAME)) {
    context.addIssue({
      code: "custom",
      path: ["AUTH_OIDC_NAME"],
      message: "must not be google or github, which have variables of their own",
    });
  }
}

/** The same as options of the authentication service. */
export function authSettings(
  environment: AuthEnvironment,
): AuthSettings & Pick<AuthOptions, "providers" | "redirectAllowList"> {
  return {
    providers: providersOf(environment),
    redirectAllowList: environment.AUTH_REDIRECT_ALLOW_LIST.split(/[\s,]+/).filter(Boolean),
    sessions: {
      ...sessionLimits(environment),
      singlePerUser: environment.SESSIONS_SINGLE_PER_USER,
    },
    mailsPerHour: environment.AUTH_MAILS_PER_HOUR,
    signupDisabled: environment.AUTH_DISABLE_SIGNUP,
    minPasswordLength: environment.PASSWORD_MIN_LENGTH,
    accessTokenSeconds: environment.JWT_EXP,
    linkSeconds: environment.MAILER_OTP_EXP ?? defaultSettings.linkSeconds,
    codeSeconds: environment.MAILER_OTP_EXP ?? defaultSettings.codeSeconds,
    reuseSeconds: environment.SECURITY_REFRESH_TOKEN_REUSE_INTERVAL,
    mailGapSeconds: environment.SMTP_MAX_FREQUENCY,
    freshPasswordChange: environment.SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION,
    anonymousSignIns: environment.EXTERNAL_ANONYMOUS_USERS_ENABLED,
    webAuthn: environment.MFA_WEB_AUTHN_ENROLL_ENABLED,
    requests: {
      tokens: environment.RATE_LIMIT_TOKEN_REFRESH,
      verifications: environment.RATE_LIMIT_VERIFY,
      mails: environment.RATE_LIMIT_OTP,
      factors: environment.MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY,
      anonymous: environment.RATE_LIMIT_ANONYMOUS_USERS,
    },
  };
}

function providersOf(environment: AuthEnvironment): ProviderOptions[] {
  const providers: ProviderOptions[] = [];
  const { AUTH_GITHUB_CLIENT_ID: github, AUTH_GITHUB_CLIENT_SECRET: githubSecret } = environment;
  if (github && githubSecret) {
    const url = environment.AUTH_GITHUB_URL;
    const registration = { clientId: github, clientSecret: githubSecret };
    providers.push({ kind: "github", ...registration, ...(url && { url }) });
  }
  const { AUTH_GOOGLE_CLIENT_ID: google, AUTH_GOOGLE_CLIENT_SECRET: googleSecret } = environment;
  if (google && googleSecret) {
    const issuer = "https://accounts.google.com";
    const registration = { clientId: google, clientSecret: googleSecret };
    providers.push({ kind: "oidc", name: "google", issuer, ...registration });
  }
  const {
    AUTH_OIDC_NAME: name,
    AUTH_OIDC_ISSUER: issuer,
    AUTH_OIDC_CLIENT_ID: clientId,
    AUTH_OIDC_CLIENT_SECRET: clientSecret,
  } = environment;
  if (issuer && clientId && clientSecret) {
    providers.push({ kind: "oidc", name, issuer, clientId, clientSecret });
  }
  return providers;
}
