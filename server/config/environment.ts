import { z } from "zod";
import { videoPlayers } from "../../schemas/video-url";
import { authFields, checkAuthFields } from "./auth-environment";

const url = z.url({
  protocol: /^https?$/,
  error: "must be a URL that starts with http:// or https://",
});
const key = z.string().min(1, "must not be empty");

/**
 * An email address, or a name with an email address in angle brackets; only the name may be in
 * quotes.
 */
const sender = /^(?:(?:[^<>"@]*|"[^"]*"\s*)<[^<>"\s@]+@[^<>"\s@]+>|[^<>"\s@]+@[^<>"\s@]+)$/;
const senderAdvice =
  "must be an address such as Platen <no-reply@platen.example>, without quotes around it";

const variables = z
  .object({
    NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
    HOST: z.string().min(1).default("127.0.0.1"),
    PORT: z.coerce
      .number("must be a number")
      .int("must be a whole number")
      .min(0, "must be 0 to 65535")
      .max(65535, "must be 0 to 65535")
      .default(3000),
    SITE_URL: url.optional(),
    DATA_DIR: z.string().min(1).default(".data"),
    TRUSTED_PROXIES: z.coerce.number("must be a number").int().min(0).max(10).default(0),
    SANITY_PROJECT_ID: z
      .string()
      .regex(/^[a-z0-9-]+$/, "must be a project id (a-z, 0-9, -)")
      .optional(),
    SANITY_DATASET: z
      .string()
      .regex(/^[a-z0-9_-]+$/, "must be a dataset name")
      .default("production"),
    SANITY_API_TOKEN: key.optional(),
    SANITY_WEBHOOK_SECRET: z.string().min(16, "must have 16 characters or more").optional(),
    SUPABASE_URL: url.optional(),
    SUPABASE_PUBLISHABLE_KEY: key.optional(),
    SUPABASE_SECRET_KEY: key.optional(),
    SUPABASE_IP_FORWARDING: z.enum(["true", "false"], "must be true or false").default("false"),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: "must start with postgres://" })
      .optional(),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: "must start with smtp:// or smtps://" })
      .refine(
        isDecodable,
        "must have characters such as @ : / % in its name and password written as %40 %3A %2F %25",
      )
      .optional(),
    MAIL_FROM: z.string().regex(sender, senderAdvice).optional(),
    WEB_CONCURRENCY: z.coerce
      .number("must be a number")
      .int("must be a whole number")
      .min(1, "must be 1 to 64")
      .max(64, "must be 1 to 64")
      .optional(),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("warn"),
    API_URL: url.optional(),
    ANALYTICS_SCRIPT: url.optional(),
    VIDEO_PLAYERS: videoPlayers,
    METRICS_TOKEN: z.string().min(16, "must have 16 characters or more").optional(),
    ...authFields,
  })
  .superRefine((values, context) => {
    const together = [
      "SUPABASE_URL",
      "SUPABASE_PUBLISHABLE_KEY",
      "SUPABASE_SECRET_KEY",
      "DATABASE_URL",
    ] as const;
    const given = together.filter((name) => values[name] !== undefined);
    if (given.length === 0 || given.length === together.length) return;
    for (const name of together) {
      // Accounts and profiles share one database: a partly hosted project would separate them.
      if (values[name] === undefined) {
        context.addIssue({
          code: "custom",
          path: [name],
          message: `is missing, while ${given[0]} is set`,
        });
      }
    }
  })
  .superRefine((values, context) => {
    // The embedded service receives the URL in any case.
    if (values.SUPABASE_IP_FORWARDING === "true" && values.SUPABASE_URL === undefined) {
      context.addIssue({
        code: "custom",
        path: ["SUPABASE_IP_FORWARDING"],
        message: "is for a hosted project, while SUPABASE_URL is missing",
      });
    }
  })
  .superRefine((values, context) => {
    if (values.SMTP_URL && !values.MAIL_FROM) {
      context.addIssue({
        code: "custom",
        path: ["MAIL_FROM"],
        message: "is missing, while SMTP_URL is set",
      });
    }
  })
  .superRefine(checkAuthFields);

function isDecodable(address: string): boolean {
  try {
    const { username, password } = new URL(address);
    return [username, password].map(decodeURIComponent).length > 0;
  } catch {
    return false;
  }
}

export type LauncherEnvironment = z.infer<typeof variables> & { SITE_URL: string };

/**
 * Reads what an operator configured. An empty variable counts as absent, as in `.env` files.
 *
 * @returns the environment, or sentences that each name the variable that is wrong.
 */
export function readEnvironment(
  source: Record<string, string | undefined>,
): { ok: true; environment: LauncherEnvironment } | { ok: false; problems: string[] } {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`),
    };
  }
  const { data } = parsed;
  return {
    ok: true,
    environment: { ...data, SITE_URL: data.SITE_URL ?? `http://localhost:${data.PORT}` },
  };
}

/** Which services the environment leaves embedded. */
export function embeddedServices(environment: LauncherEnvironment) {
  return {
    lake: environment.SANITY_PROJECT_ID === undefined,
    auth: environment.SUPABASE_URL === undefined,
  };
}
