-- A closed account is deleted at that time, unless its owner takes it back. Not among the columns that owners write: a
-- stolen token must close nothing.
alter table public.profiles add column closes_at timestamptz;

create index profiles_closing on public.profiles (closes_at) where closes_at is not null;

-- Its keys rest until it is taken back.
create or replace function public.is_suspended(account uuid) returns boolean
  language sql stable security invoker set search_path = ''
  as $$
    select coalesce(
      (
        select deleted_at is not null or closes_at is not null or coalesce(banned_until > now(), false)
        from public.profiles where id = account
      ),
      true
    )
  $$;

-- An administrator who has closed their account counts as one no more: somebody else must be left.
create or replace function public.keep_an_administrator() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  remains boolean := false;
begin
  if tg_op = 'UPDATE' then
    remains := new.role = 'Admin' and new.deleted_at is null and new.closes_at is null
      and new.confirmed_at is not null and (new.banned_until is null or new.banned_until <= now());
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
    where role = 'Admin' and id <> old.id and deleted_at is null and closes_at is null
      and confirmed_at is not null and (banned_until is null or banned_until <= now())
  ) then
    raise exception 'The last administrator stays: make somebody else one first.'
      using errcode = 'raise_exception', constraint = 'last_administrator';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

drop trigger keep_an_administrator on public.profiles;
create trigger keep_an_administrator before update or delete on public.profiles
  for each row when (
    old.role = 'Admin' and old.deleted_at is null and old.closes_at is null
      and old.confirmed_at is not null and (old.banned_until is null or old.banned_until <= now())
  ) execute function public.keep_an_administrator();

-- What the books need of accounts that are gone, under a number that leads to nobody: no names, keys or reasons.
create table public.past_credit_entries (
  account uuid not null,
  number integer not null,
  kind text not null,
  amount integer not null,
  balance integer not null,
  period_start timestamptz not null,
  operation text,
  created_at timestamptz not null,
  primary key (account, number)
);

alter table public.past_credit_entries enable row level security;
revoke all on public.past_credit_entries from public, anon, authenticated, service_role;
grant select on public.past_credit_entries to service_role;

-- Whoever deletes an account, and by whatever way: its ledger is kept without the person, and the auth service's log
-- forgets them. Security definer, because nobody may write the one, and only the service the other.
create function public.part_from_person() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  pseudonym uuid := gen_random_uuid();
begin
  insert into public.past_credit_entries
    select pseudonym, e.number, e.kind, e.amount, e.balance, e.period_start, e.operation, e.created_at
    from public.credit_entries e where e.user_id = old.id;
  begin
    delete from auth.audit_log_entries e
    where e.payload ->> 'actor_id' = old.id::text or e.payload -> 'traits' ->> 'user_id' = old.id::text;
  exception
    -- A hosted project may keep its log elsewhere, or to itself.
    when insufficient_privilege or undefined_table or undefined_column then
      null;
  end;
  return old;
end
$$;

revoke all on function public.part_from_person() from public, anon, authenticated, service_role;

create trigger part_from_person before delete on auth.users
  for each row execute function public.part_from_person();
