import type { Queryable } from "@platen/postgres/database";

/** The oldest major version that our tests run on. */
const minVersion = 15;

const howTo = "apply what `npm run admin -- database-roles FILE` writes";

interface Facts {
  user: string;
  name: string;
  version: number;
  encoding: string;
  is_replica: boolean;
  may_create: boolean;
  owns_public: boolean;
  roles: string[];
  passes_row_security: boolean;
  app_roles: string[];
}

/**
 * What a PostgreSQL database lacks for a site, as sentences that each name the remedy: a migration
 * that fails halfway through its SQL names neither.
 */
export async function missingRequirements(database: Queryable): Promise<string[]> {
  const [facts] = await database.query<Facts>(
    `select current_user::text as user, current_database()::text as name,
       current_setting('server_version_num')::int / 10000 as version,
       current_setting('server_encoding') as encoding,
       pg_is_in_recovery() as is_replica,
       has_database_privilege(current_database(), 'create') as may_create,
       (select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'public')
         as owns_public,
       array(select rolname::text from pg_roles
         where rolname in ('anon', 'authenticated', 'service_role', 'app')) as roles,
       coalesce((select rolbypassrls from pg_roles where rolname = 'service_role'), false)
         as passes_row_security,
       array(select granted.rolname::text from pg_auth_members
         join pg_roles granted on granted.oid = roleid
         join pg_roles member on member.oid = member
         where member.rolname = 'app') as app_roles`,
  );
  return facts ? problemsOf(facts) : [];
}

function problemsOf(facts: Facts): string[] {
  const { user, name, version, encoding } = facts;
  if (version < minVersion)
    return [
      `The database of DATABASE_URL is PostgreSQL ${version}: the site needs ${minVersion} or newer.`,
    ];
  if (facts.is_replica)
    return [
      "The database of DATABASE_URL is a replica, which cannot be written to: use the primary's URL.",
    ];
  if (encoding !== "UTF8")
    return [`The database ${name} has the encoding ${encoding}: create one with encoding UTF8.`];
  const visitors = ["anon", "authenticated", "service_role"];
  const missing = [...visitors, "app"].filter((role) => !facts.roles.includes(role));
  if (missing.length > 0) return [`The server has no role ${missing.join(", ")}: ${howTo}.`];
  const problems: string[] = [];
  if (!facts.passes_row_security)
    problems.push(`The role service_role does not bypass row-level security: ${howTo}.`);
  const without = visitors.filter((role) => !facts.app_roles.includes(role));
  if (without.length > 0)
    problems.push(`The role app may not act as ${without.join(", ")}: ${howTo}.`);
  if (!facts.may_create || !facts.owns_public)
    problems.push(
      `The role ${user} must own the database ${name}: \`alter database "${name}" owner to "${user}"\`.`,
    );
  return problems;
}
