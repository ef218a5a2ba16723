import { readSecrets } from "../backend/secrets";

/** By which a second run knows the role that the first one created. */
const mark = "The site's login";

/**
 * The SQL for psql, as the server's administrator, that creates what a site needs on a PostgreSQL
 * server: the roles, the owner and the database of DATABASE_URL, and no permission beyond them. It
 * may be applied again, after a change of password for example.
 *
 * @param databaseUrl of the owner
 * @param dataDirectory holds the password of the site's login
 */
export async function databaseRoles(databaseUrl: string, dataDirectory: string): Promise<string> {
  const { databasePassword } = await readSecrets(dataDirectory);
  const url = new URL(databaseUrl);
  const owner = decodeURIComponent(url.username);
  const database = decodeURIComponent(url.pathname.slice(1));
  return `-- For psql, as the administrator of the server. It has passwords: delete it afterward.
\\set ON_ERROR_STOP on

do $$
declare name text;
begin
  if exists (select from pg_roles where rolname = 'app'
      and coalesce(shobj_description(oid, 'pg_authid'), '') <> ${literal(mark)}) then
    raise exception 'There is a role "app" on this server that is not a site''s: use another server.';
  end if;
  -- What a visitor acts as: without a login, without a permission of their own.
  foreach name in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin noinherit', name);
    end if;
  end loop;
  if not exists (select from pg_roles where rolname = 'app') then
    create role app;
  end if;
  if not exists (select from pg_roles where rolname = ${literal(owner)}) then
    create role ${identifier(owner)};
  end if;
end $$;

-- The gateway and the administration pass row-level security.
alter role service_role bypassrls;
alter role app login noinherit password ${literal(databasePassword)};
comment on role app is ${literal(mark)};
grant anon, authenticated, service_role to app;
alter role ${identifier(owner)} login${passwordOf(url)};

select format('create database %I owner %I encoding ''UTF8'' template template0', name, owner)
  from (values (${literal(database)}, ${literal(owner)})) wanted (name, owner)
  where not exists (select from pg_database where datname = name) \\gexec
alter database ${identifier(database)} owner to ${identifier(owner)};
revoke connect, temporary on database ${identifier(database)} from public;
grant connect on database ${identifier(database)} to app;
`;
}

const passwordOf = ({ password }: URL) =>
  password === "" ? "" : ` password ${literal(decodeURIComponent(password))}`;

const literal = (text: string) =>
  text.includes("\\")
    ? ` E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`
    : `'${text.replaceAll("'", "''")}'`;

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
