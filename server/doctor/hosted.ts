import { appMigrations } from "../backend/app-migrations";
import { connectDatabase } from "../backend/postgres-database";
import type { Finding } from "@domain/administration/health";
import { ok, problem, warning } from "./finding";

const timeoutMilliseconds = 10_000;

type Fetch = (url: string, headers: Record<string, string>) => Promise<{ status: number }>;

const get: Fetch = (url, headers) =>
  fetch(url, { headers, signal: AbortSignal.timeout(timeoutMilliseconds) });

interface HostedLake {
  SANITY_PROJECT_ID: string;
  SANITY_DATASET: string;
  SANITY_API_TOKEN?: string | undefined;
  /** For which project the Studio is built. */
  SANITY_STUDIO_PROJECT_ID?: string | undefined;
}

/** Whether the token of a hosted Sanity project reads what the site needs. */
export async function examineHostedLake(lake: HostedLake, ask: Fetch = get): Promise<Finding[]> {
  const { SANITY_PROJECT_ID: project, SANITY_DATASET: dataset, SANITY_API_TOKEN: token } = lake;
  const findings: Finding[] = [];
  if (lake.SANITY_STUDIO_PROJECT_ID !== project)
    findings.push(
      problem(
        `SANITY_STUDIO_PROJECT_ID is ${lake.SANITY_STUDIO_PROJECT_ID ?? "not set"}: the Studio edits another project than ${project}. Set it, and build again.`,
      ),
    );
  const query = `https://${project}.api.sanity.io/v2025-02-19/data/query/${dataset}?query=1`;
  const read = async (perspective: string) => {
    const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
    return ask(`${query}&perspective=${perspective}`, headers).then(
      ({ status }) => status,
      (error: unknown) => String(error),
    );
  };
  const published = await read("published");
  if (published !== 200)
    return [...findings, problem(`Project ${project}, dataset ${dataset}: ${explain(published)}`)];
  findings.push(ok(`Project ${project}, dataset ${dataset} can be read`));
  const drafts = token ? await read("raw") : 401;
  findings.push(
    drafts === 200
      ? ok("SANITY_API_TOKEN reads drafts")
      : warning(
          `SANITY_API_TOKEN does not read drafts: previews are refused. Create a token with the permission Viewer at sanity.io/manage.`,
        ),
  );
  return findings;
}

function explain(result: number | string): string {
  if (result === 401 || result === 403)
    return "SANITY_API_TOKEN is refused. Create one with the permission Viewer at sanity.io/manage.";
  if (result === 404) return "there is no such project or dataset. Check SANITY_PROJECT_ID.";
  return `no response that can be used (${result}). Can this machine reach api.sanity.io?`;
}

interface HostedAccounts {
  SUPABASE_URL: string;
  SUPABASE_PUBLISHABLE_KEY: string;
  SUPABASE_SECRET_KEY: string;
  DATABASE_URL: string;
  SUPABASE_IP_FORWARDING: boolean;
}

/** Whether the keys of a hosted Supabase project work, and its database has the site's tables. */
export async function examineHostedAccounts(
  accounts: HostedAccounts,
  ask: Fetch = get,
): Promise<Finding[]> {
  const { SUPABASE_URL, DATABASE_URL } = accounts;
  const findings: Finding[] = [];
  const keys = [
    ["SUPABASE_PUBLISHABLE_KEY", "settings", accounts.SUPABASE_PUBLISHABLE_KEY],
    ["SUPABASE_SECRET_KEY", "admin/users?per_page=1", accounts.SUPABASE_SECRET_KEY],
  ] as const;
  for (const [name, path, apikey] of keys) {
    const status = await ask(`${SUPABASE_URL}/auth/v1/${path}`, {
      apikey,
      Authorization: `Bearer ${apikey}`,
    }).then(
      (response) => response.status,
      (error: unknown) => String(error),
    );
    if (status === 200) findings.push(ok(`${name} works`));
    else if (status === 401 || status === 403)
      findings.push(problem(`${name} is refused: copy it again from the project's API settings.`));
    else findings.push(problem(`${SUPABASE_URL} has no response that can be used (${status}).`));
  }
  if (!accounts.SUPABASE_IP_FORWARDING)
    findings.push(
      warning(
        "SUPABASE_IP_FORWARDING is not set: all visitors share the project's limits of sign-ins. Turn on IP address forwarding in the project, then set it.",
      ),
    );
  const { hostname, username } = new URL(DATABASE_URL);
  if (hostname.endsWith(".pooler.supabase.com") && !username.includes("."))
    findings.push(
      problem(
        `DATABASE_URL: through the pooler the user is ${username}.PROJECT_REF, with the reference of the project.`,
      ),
    );
  findings.push(...(await examineDatabase(DATABASE_URL)));
  return findings;
}

/** Whether a database responds and has the site's tables. */
async function examineDatabase(databaseUrl: string): Promise<Finding[]> {
  const database = connectDatabase(databaseUrl);
  try {
    const last = appMigrations.files.at(-1)?.name ?? "";
    const [table] = await database.query<{ found: boolean }>(
      "select to_regclass('public.profiles') is not null as found",
    );
    return [
      table?.found
        ? ok("The database of DATABASE_URL has the site's tables")
        : problem(
            `The database of DATABASE_URL does not have the site's tables: apply supabase/migrations, up to ${last}.`,
          ),
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [problem(`The database of DATABASE_URL cannot be used: ${reason}`)];
  } finally {
    await database.close();
  }
}
