import { z } from "zod";
import { videoPlayers } from "../schemas/video-url";

/**
 * The site's environment variables, parsed once. The launcher fills in the URLs and keys of the
 * services that it embeds, so that nothing in app/ can tell an embedded service from a hosted one.
 */
const variables = z.object({
  SITE_URL: z.url({ protocol: /^https?$/ }),
  SANITY_PROJECT_ID: z.string().min(1),
  SANITY_DATASET: z.string().min(1),
  SANITY_API_HOST: z.url().optional(),
  SANITY_API_TOKEN: z.string().optional(),
  /** The secret with which a hosted lake signs its webhooks. */
  SANITY_WEBHOOK_SECRET: z.string().min(16).optional(),
  SANITY_IMAGE_BASE: z
    .string()
    .regex(/^(https?:\/)?\//)
    .default("https://cdn.sanity.io"),
  SUPABASE_URL: z.url(),
  /** The service's URL for browsers, when it is not the site's own. */
  SUPABASE_PUBLIC_URL: z.url().optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1),
  SUPABASE_SECRET_KEY: z.string().min(1),
  /** Whether a hosted project counts its limits by the IP address that the site reports. */
  SUPABASE_IP_FORWARDING: z.stringbool().default(false),
  DATABASE_URL: z.string().min(1),
  /** The API's URL: only examples that call it get a user's new key. */
  API_URL: z.url({ protocol: /^https?$/ }).default("https://api.platen.example"),
  /** The script of an analytics provider, loaded for visitors who agreed to it. */
  ANALYTICS_SCRIPT: z.url({ protocol: /^https?$/ }).optional(),
  /** The services whose video players pages may embed. */
  VIDEO_PLAYERS: videoPlayers,
  /** How long browsers keep the session's cookie: as long as a session may be unused. */
  SESSION_COOKIE_SECONDS: z.coerce.number().int().positive().default(2_592_000),
  /** The folder of mails when there is no mail server. */
  OUTBOX: z.string().min(1).optional(),
  /** The minimum length of a password at the auth service, which refuses shorter ones. */
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(72).default(8),
  /** Whether the auth service lets users add security keys. */
  MFA_WEB_AUTHN_ENROLL_ENABLED: z.stringbool().default(false),
  SETUP_TOKEN: z.string().min(32).optional(),
});

const parsed = variables.safeParse(process.env);
if (!parsed.success) {
  const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join(".")))].join(", ");
  throw new Error(`The site cannot start: ${names} missing or wrong. See .env.example.`);
}

export const environment = parsed.data;
