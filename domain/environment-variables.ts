import { z } from "zod";
import { defaultSettings, maxPasswordBytes } from "@platen/auth/settings";
import { videoPlayers } from "../schemas/paths/video-url";

const url = z.url({
  protocol: /^https?$/,
  error: "must be a URL that starts with http:// or https://",
});
const key = z.string().min(1, "must not be empty");

/** A whole number in these bounds, both included. */
export const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(least, `must be ${least} to ${most}`)
    .max(most, `must be ${least} to ${most}`);

export const flag = z
  .enum(["true", "false"], "must be true or false")
  .default("false")
  .transform((word) => word === "true");

export const logLevel = z
  .enum(["fatal", "error", "warn", "info", "debug", "silent"])
  .default("warn");

/** Ten years at most: beyond that dates would leave the database's range. */
const hours = z.coerce
  .number("must be a number")
  .min(0, "must be 0 or more")
  .max(87_600, "must be 87600 or less");

/**
 * The variables of the pages and of housekeeping. The launcher fills in the URLs and keys of the
 * services that it embeds: app/ calls them as it calls hosted ones.
 */
export const siteVariables = z.object({
  SITE_URL: url,
  SANITY_PROJECT_ID: z.string().regex(/^[a-z0-9-]+$/, "must be a project id (a-z, 0-9, -)"),
  SANITY_DATASET: z
    .string()
    .regex(/^[a-z0-9_-]+$/, "must be a dataset name")
    .default("production"),
  SANITY_API_HOST: url.optional(),
  SANITY_API_TOKEN: key.optional(),
  /** The secret with which a hosted lake signs its webhooks. */
  SANITY_WEBHOOK_SECRET: z.string().min(16, "must have 16 characters or more").optional(),
  SANITY_IMAGE_BASE: z
    .string()
    .regex(/^(https?:\/)?\//)
    .default("https://cdn.sanity.io"),
  SUPABASE_URL: url,
  /** The auth service's URL for browsers, where the site itself is the proxy of the service. */
  SUPABASE_PUBLIC_URL: url.optional(),
  SUPABASE_PUBLISHABLE_KEY: key,
  SUPABASE_SECRET_KEY: key,
  /** Whether a hosted project counts its limits by the IP address that the site reports. */
  SUPABASE_IP_FORWARDING: flag,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must start with postgres://" }),
  /** The API's URL: only examples that call it get a user's new key. */
  API_URL: url.default("https://api.platen.example"),
  /** The script of an analytics provider, loaded for visitors who agreed to it. */
  ANALYTICS_SCRIPT: url.optional(),
  /** The services whose video players pages may embed. */
  VIDEO_PLAYERS: videoPlayers,
  AUTH_SESSION_LIFETIME_HOURS: hours.default(180 * 24),
  AUTH_SESSION_INACTIVITY_HOURS: hours.default(30 * 24),
  /** The sender of mails when there is a mail server. */
  MAIL_FROM: z.string().min(1).optional(),
  /** The folder of mails when there is no mail server. */
  OUTBOX: z.string().min(1).optional(),
  /** The minimum length of a password at the auth service, which refuses shorter ones. */
  PASSWORD_MIN_LENGTH: wholeNumber(6, maxPasswordBytes).default(defaultSettings.minPasswordLength),
  /** The lifetime of mailed links and codes in seconds; without it each has its own. */
  MAILER_OTP_EXP: wholeNumber(60, 86_400).optional(),
  /** Whether the auth service lets users add security keys. */
  MFA_WEB_AUTHN_ENROLL_ENABLED: flag,
  SETUP_TOKEN: z.string().min(32).optional(),
});

/**
 * Reads variables. An empty one counts as absent, as in `.env` files.
 *
 * @throws sentences that each name a variable that is wrong
 */
export function readVariables<Environment>(
  variables: z.ZodType<Environment>,
  source: Record<string, string | undefined>,
): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = variables.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}.`);
  throw new Error(problems.join("\n"));
}
