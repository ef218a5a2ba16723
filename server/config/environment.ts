import { z } from "zod";
import { logLevel, readVariables, siteVariables, wholeNumber } from "@domain/environment-variables";
import { authFields, checkAuthFields } from "./auth-environment";

/**
 * An email address, or a name with an email address in angle brackets; only the name may be in
 * quotes.
 */
const sender = /^(?:(?:[^<>"@]*|"[^"]*"\s*)<[^<>"\s@]+@[^<>"\s@]+>|[^<>"\s@]+@[^<>"\s@]+)$/;
const senderAdvice =
  "must be an email address such as Platen <no-reply@platen.example>, without quotes around it";

const port = wholeNumber(0, 65_535);

/** What the server in front of the pages reads besides their variables. */
const serverVariables = {
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: port.default(3000),
  TRUSTED_PROXIES: z.coerce.number("must be a number").int().min(0).max(10).default(0),
  /** The hosts that browsers are told to reach over https alone. */
  HSTS: z
    .enum(["host", "subdomains", "preload"], 'must be "host", "subdomains" or "preload"')
    .default("host"),
  METRICS_TOKEN: z.string().min(16, "must have 16 characters or more").optional(),
  /** Whether pages are rendered ahead of visitors. Set by the launcher. */
  WARM_UP: z.enum(["yes", "no"]).default("yes"),
  /** With it the embedded lake trusts what the site says about a request. */
  LAKE_PROXY_TOKEN: z.string().min(1).optional(),
};

const variables = z
  .object({
    ...siteVariables.partial({
      SITE_URL: true,
      SANITY_PROJECT_ID: true,
      SUPABASE_URL: true,
      SUPABASE_PUBLISHABLE_KEY: true,
      SUPABASE_SECRET_KEY: true,
      DATABASE_URL: true,
    }).shape,
    ...serverVariables,
    DATA_DIR: z.string().min(1).default(".data"),
    /** What an empty lake starts with (`server/backend/seed.ts`). */
    SEED: z
      .enum(["sample", "blank", "specification"], 'must be "sample", "blank" or "specification"')
      .default("sample"),
    /** Where a backend listens that replaces another one. */
    BACKEND_PORT: port.default(0),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: "must start with smtp:// or smtps://" })
      .refine(
        isDecodable,
        "must have characters such as @ : / % in its name and password written as %40 %3A %2F %25",
      )
      .optional(),
    MAIL_FROM: z.string().regex(sender, senderAdvice).optional(),
    WEB_CONCURRENCY: wholeNumber(1, 64).optional(),
    /** Where backups are taken on a schedule. */
    BACKUP_DIR: z.string().min(1).optional(),
    /** From one of them to the next: a year at most. */
    BACKUP_HOURS: wholeNumber(1, 8_784).default(24),
    /** How many of them stay. */
    BACKUP_KEEP: wholeNumber(1, 10_000).default(14),
    LOG_LEVEL: logLevel,
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
    // Alone it is the server on which the embedded services have their tables.
    if (given.length === 0 || given.join() === "DATABASE_URL") return;
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
    if (values.SUPABASE_IP_FORWARDING && values.SUPABASE_URL === undefined) {
      context.addIssue({
        code: "custom",
        path: ["SUPABASE_IP_FORWARDING"],
        message: "is for a hosted project, while SUPABASE_URL is missing",
      });
    }
  })
  .superRefine((values, context) => {
    // Only part of the site would be in it.
    if (values.BACKUP_DIR && values.DATABASE_URL && !values.SUPABASE_URL) {
      context.addIssue({
        code: "custom",
        path: ["BACKUP_DIR"],
        message:
          "is for the embedded database, while DATABASE_URL names a server: back it up there",
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

function isDecodable(url: string): boolean {
  try {
    const { username, password } = new URL(url);
    return [username, password].map(decodeURIComponent).length > 0;
  } catch {
    return false;
  }
}

export type LauncherEnvironment = ReturnType<typeof readEnvironment>;

type Source = Record<string, string | undefined>;

/**
 * Reads what an operator configured.
 *
 * @throws sentences that each name a variable that is wrong
 */
export function readEnvironment(source: Source) {
  const environment = readVariables(variables, source);
  const { SITE_URL = `http://localhost:${environment.PORT}` } = environment;
  return { ...environment, SITE_URL };
}

/** Reads what a site process may know: neither the mail server nor the secrets of the providers. */
export const readSiteEnvironment = (source: Source) =>
  readVariables(siteVariables.extend(serverVariables), source);

/** Which services the environment leaves embedded. */
export function embeddedServices(environment: LauncherEnvironment) {
  return {
    lake: environment.SANITY_PROJECT_ID === undefined,
    auth: environment.SUPABASE_URL === undefined,
  };
}

/**
 * The PostgreSQL server on which the embedded services have their tables; undefined when they are
 * in DATA_DIR.
 */
export const databaseServer = ({
  SUPABASE_URL,
  DATABASE_URL,
}: Pick<LauncherEnvironment, "SUPABASE_URL" | "DATABASE_URL">): string | undefined =>
  SUPABASE_URL === undefined ? DATABASE_URL : undefined;
