/**
 * What the migrations rely on in the schema `public`, as a hosted database has it: one that forgets
 * to revoke something fails here, before production. Its owner may run it.
 */
export const publicGrants = /* sql */ `
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
`;

/**
 * The roles of a hosted Supabase database, so that one set of migrations and policies works in
 * both: `anon` and `authenticated` are what a visitor acts as, `service_role` passes row-level
 * security, and `app` is the site's login, which owns and inherits nothing and must choose one of
 * them in each transaction. For the embedded Postgres; on a server its administrator creates them
 * (`server/commands/database-roles.ts`).
 */
export const roles = /* sql */ `
do $$
declare name text;
begin
  foreach name in array array['anon', 'authenticated', 'service_role', 'app'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I', name);
    end if;
  end loop;
end $$;

alter role anon nologin noinherit;
alter role authenticated nologin noinherit;
alter role service_role nologin noinherit bypassrls;
alter role app login noinherit;
grant anon, authenticated, service_role to app;
${publicGrants}
-- Temporary tables would outlive the connection that made them: all connections share one Postgres session.
revoke temporary on database postgres from public;
`;
