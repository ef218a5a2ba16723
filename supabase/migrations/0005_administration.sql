-- Who did what to whom, when, and from where. Names stand beside the ids, because entries outlive the accounts.
create table public.audit_entries (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  -- Nobody (null) when it was done from a shell on the server.
  actor uuid,
  actor_name text not null check (char_length(actor_name) between 1 and 320),
  action text not null check (action ~ '^[a-z]+(\.[a-z]+)+$' and char_length(action) <= 64),
  subject uuid,
  subject_name text check (char_length(subject_name) <= 320),
  address text check (char_length(address) <= 64),
  reason text check (char_length(reason) <= 500),
  before jsonb,
  after jsonb
);

-- What would open an account has no place in a list that is kept for ever.
create function public.is_audit_detail(detail jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select detail is null or (
      jsonb_typeof(detail) = 'object' and octet_length(detail::text) <= 4000 and not exists (
        select 1 from jsonb_each(detail) as field (name, value)
        where name ~* '(password|secret|token|otp|hash|cookie|credential)' or jsonb_typeof(value) = 'object'
      )
    )
  $$;

alter table public.audit_entries
  add constraint audit_entries_before_check check (public.is_audit_detail(before)),
  add constraint audit_entries_after_check check (public.is_audit_detail(after));

create index audit_entries_newest on public.audit_entries (happened_at desc, id desc);
create index audit_entries_actor on public.audit_entries (actor, happened_at desc, id desc);
create index audit_entries_actor_name on public.audit_entries (actor_name, happened_at desc, id desc);
create index audit_entries_subject on public.audit_entries (subject, happened_at desc, id desc);
create index audit_entries_subject_name on public.audit_entries (subject_name, happened_at desc, id desc);
create index audit_entries_action on public.audit_entries (action, happened_at desc, id desc);

alter table public.audit_entries enable row level security;
revoke all on public.audit_entries from public, anon, authenticated, service_role;
grant select on public.audit_entries to authenticated;
grant select, insert on public.audit_entries to service_role;
revoke all on function public.is_audit_detail(jsonb) from public, anon, authenticated;
grant execute on function public.is_audit_detail(jsonb) to service_role;

create policy "an administrator reads the audit trail" on public.audit_entries
  for select to authenticated using ((select public.is_admin()));

-- Grants do not hold the table's owner: a trigger does, whoever asks, and "always" also while a replica is fed.
create function public.refuse_change() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  raise exception 'The audit trail is only ever added to.' using errcode = 'insufficient_privilege';
end
$$;

revoke all on function public.refuse_change() from public, anon, authenticated, service_role;

create trigger never_changed before update or delete on public.audit_entries
  for each row execute function public.refuse_change();
create trigger never_emptied before truncate on public.audit_entries
  for each statement execute function public.refuse_change();
alter table public.audit_entries enable always trigger never_changed;
alter table public.audit_entries enable always trigger never_emptied;

-- What the list of users is asked for. The first three follow the account; a deletion of ours can be taken back, which
-- one of the auth service cannot.
alter table public.profiles
  add column confirmed_at timestamptz,
  add column banned_until timestamptz,
  add column deleted_at timestamptz,
  -- Goes up with every change, so that a form that was filled in before another's change is known to be stale.
  add column version integer not null default 1,
  add column sort_name text generated always as (lower(coalesce(full_name, ''))) stored,
  -- Words of the name and of the address, found by how they begin. Needs no extension, so that every Postgres has it.
  add column search tsvector generated always as (
    to_tsvector('simple'::regconfig, translate(email, '@.-_+', '     ') || ' ' || coalesce(full_name, ''))
  ) stored;

update public.profiles set confirmed_at = u.email_confirmed_at, banned_until = u.banned_until, deleted_at = u.deleted_at
  from auth.users u where u.id = profiles.id;

create index profiles_email on public.profiles (email, id);
create index profiles_name on public.profiles (sort_name, id);
create index profiles_role on public.profiles (role, created_at desc, id desc);
create index profiles_banned on public.profiles (created_at desc, id desc) where banned_until is not null;
create index profiles_deleted on public.profiles (created_at desc, id desc) where deleted_at is not null;
create index profiles_unconfirmed on public.profiles (created_at desc, id desc) where confirmed_at is null;
create index profiles_search on public.profiles using gin (search);

-- Asked once a statement instead of once a row.
drop policy "a person reads their own profile, an administrator every one" on public.profiles;
create policy "a person reads their own profile, an administrator every one" on public.profiles
  for select to authenticated using (id = (select auth.uid()) or (select public.is_admin()));

create function public.count_version() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;

create trigger count_version before update on public.profiles
  for each row execute function public.count_version();

create or replace function public.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.profiles (id, email, full_name, confirmed_at, banned_until)
  values (
    new.id,
    coalesce(new.email, ''),
    nullif(left(trim(new.raw_user_meta_data ->> 'full_name'), 120), ''),
    new.email_confirmed_at,
    new.banned_until
  );
  return new;
end
$$;

create function public.follow_account() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.profiles set
    confirmed_at = new.email_confirmed_at,
    banned_until = new.banned_until,
    deleted_at = coalesce(new.deleted_at, deleted_at)
  where id = new.id;
  return new;
end
$$;

revoke all on function public.count_version() from public, anon, authenticated, service_role;
revoke all on function public.follow_account() from public, anon, authenticated, service_role;

create trigger follow_account after update of email_confirmed_at, banned_until, deleted_at on auth.users
  for each row when (
    (old.email_confirmed_at, old.banned_until, old.deleted_at)
      is distinct from (new.email_confirmed_at, new.banned_until, new.deleted_at)
  ) execute function public.follow_account();

-- Whoever is banned or deleted is out at once, whatever sessions the auth service still knows.
create or replace function public.session_has_ended() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select (
      auth.jwt() ->> 'session_id' is not null and not exists (
        select 1 from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid
      )
    ) or exists (
      select 1 from public.profiles where id = auth.uid() and (deleted_at is not null or banned_until > now())
    )
  $$;

-- Somebody who can sign in must always be left to administrate, also when two administrators remove each other at the
-- same moment, and when the auth service bans or deletes an account (whose transaction then fails as a whole).
create function public.keep_an_administrator() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  remains boolean := false;
begin
  if tg_op = 'UPDATE' then
    remains := new.role = 'Admin' and new.deleted_at is null and new.confirmed_at is not null
      and (new.banned_until is null or new.banned_until <= now());
  end if;
  if remains then return new; end if;
  -- In any other isolation the count below would not see what was committed while we waited for the lock.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Administrators are changed in read committed transactions only.'
      using errcode = 'feature_not_supported';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.keep_an_administrator'));
  if not exists (
    select 1 from public.profiles
    where role = 'Admin' and id <> old.id and deleted_at is null and confirmed_at is not null
      and (banned_until is null or banned_until <= now())
  ) then
    raise exception 'The last administrator stays: make somebody else one first.'
      using errcode = 'raise_exception', constraint = 'last_administrator';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

create trigger keep_an_administrator before update or delete on public.profiles
  for each row when (
    old.role = 'Admin' and old.deleted_at is null and old.confirmed_at is not null
      and (old.banned_until is null or old.banned_until <= now())
  ) execute function public.keep_an_administrator();

create function public.keep_the_profiles() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  raise exception 'Profiles go with their accounts, one by one.' using errcode = 'insufficient_privilege';
end
$$;

create trigger keep_the_profiles before truncate on public.profiles
  for each statement execute function public.keep_the_profiles();

revoke all on function public.keep_an_administrator() from public, anon, authenticated, service_role;
revoke all on function public.keep_the_profiles() from public, anon, authenticated, service_role;

-- A person's devices, for an administrator: the service's own interface neither lists nor ends them. Security definer,
-- because nobody but the auth service may read its tables.
create function public.sessions_of(person uuid)
  returns table (id uuid, created_at timestamptz, last_seen_at timestamptz, level text, address text, device text)
  language sql stable security definer set search_path = ''
  as $$
    select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at), s.aal::text, host(s.ip), s.user_agent
    from auth.sessions s
    where s.user_id = person and (s.not_after is null or s.not_after > now())
    order by 3 desc
  $$;

create function public.end_sessions_of(person uuid) returns integer
  language plpgsql security definer set search_path = ''
  as $$
declare
  ended integer;
begin
  delete from auth.sessions where user_id = person;
  get diagnostics ended = row_count;
  return ended;
end
$$;

revoke all on function public.sessions_of(uuid) from public, anon, authenticated;
revoke all on function public.end_sessions_of(uuid) from public, anon, authenticated;
grant execute on function public.sessions_of(uuid) to service_role;
grant execute on function public.end_sessions_of(uuid) to service_role;
