-- Which plan an account has, what it may spend, and the keys that spend it. Plans themselves are documents of the lake:
-- here stand only their ids.

-- One row an account, made with it. Periods are months counted from `anchor`. `coming_plan` takes the place of `plan` at
-- `coming_at`, the end of the period in which it was chosen: a downgrade, or the free plan after a cancellation.
create table public.subscriptions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  plan text not null default 'free' check (plan ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(plan) <= 96),
  -- What a contract grants each period instead of what the plan's document says.
  agreed_credits integer check (agreed_credits between 0 and 100000000),
  -- To the millisecond, because that is all that a Date holds.
  anchor timestamptz not null default date_trunc('milliseconds', now()),
  coming_plan text check (coming_plan ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(coming_plan) <= 96),
  coming_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((coming_plan is null) = (coming_at is null))
);

-- The period around a moment. Always counted from the anchor: from January 31 the months end on February 28, March 31 …
create function public.period_of(anchor timestamptz, moment timestamptz, out starts_at timestamptz, out ends_at timestamptz)
  language plpgsql immutable set search_path = ''
  as $$
declare
  first timestamp := anchor at time zone 'UTC';
  present timestamp := greatest(moment, anchor) at time zone 'UTC';
  months integer := (extract(year from present) - extract(year from first)) * 12
    + extract(month from present) - extract(month from first);
begin
  if first + make_interval(months => months) > present then
    months := months - 1;
  end if;
  starts_at := (first + make_interval(months => months)) at time zone 'UTC';
  ends_at := (first + make_interval(months => months + 1)) at time zone 'UTC';
end
$$;

-- A change of plan that somebody has to approve.
create table public.plan_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  plan text not null check (plan ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(plan) <= 96),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'withdrawn')),
  decided_by uuid references auth.users (id) on delete set null,
  decided_at timestamptz,
  reason text check (char_length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  check ((state in ('approved', 'refused')) = (decided_at is not null))
);

create unique index plan_requests_one_waiting on public.plan_requests (user_id) where state = 'waiting';
create index plan_requests_by_account on public.plan_requests (user_id, created_at desc);
create index plan_requests_by_state on public.plan_requests (state, created_at desc);

-- A key is kept as the hash of its secret. `prefix` is what its owner recognises it by.
create table public.api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60 and name !~ '[[:cntrl:]]'),
  prefix text not null check (prefix ~ '^pdf_[A-Za-z0-9_-]{6}$'),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  scopes text[] not null check (cardinality(scopes) between 1 and 16),
  created_at timestamptz not null default now(),
  expires_at timestamptz check (expires_at > created_at),
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- The key that takes its place: until `expires_at` both work.
  rotated_to uuid,
  unique (id, user_id),
  -- Deferred: the old key steps back before the new one is counted.
  foreign key (rotated_to, user_id) references public.api_keys (id, user_id) deferrable initially deferred
);

create index api_keys_by_account on public.api_keys (user_id, created_at desc);

-- What the gateway itself shows. It acts for every account, so people have no part in this table.
create table public.service_keys (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 60 and name !~ '[[:cntrl:]]'),
  prefix text not null check (prefix ~ '^svc_[A-Za-z0-9_-]{6}$'),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- The ledger. Entries are numbered an account; `balance` is what the period had left after the entry, and its check is
-- what keeps an account from spending what it does not have. Every period begins with its grant, and what is left of it
-- lapses with it.
create table public.credit_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  number integer not null,
  kind text not null check (kind in ('grant', 'debit', 'reversal', 'adjustment')),
  amount integer not null check (
    case kind when 'grant' then amount >= 0 when 'debit' then amount < 0 when 'reversal' then amount > 0 else amount <> 0 end
  ),
  balance integer not null,
  period_start timestamptz not null,
  -- What a debit paid for, and the key that asked for it.
  operation text check (char_length(operation) between 1 and 100),
  api_key_id uuid,
  -- Why an administrator adjusted, and which.
  reason text check (char_length(reason) between 1 and 500),
  decided_by uuid,
  -- The debit that a reversal gives back.
  reverses uuid unique,
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 200),
  created_at timestamptz not null default clock_timestamp(),
  constraint credit_entries_not_below_zero check (balance >= 0),
  constraint credit_entries_number unique (user_id, number),
  constraint credit_entries_once unique (user_id, kind, idempotency_key),
  unique (id, user_id),
  foreign key (reverses, user_id) references public.credit_entries (id, user_id),
  check ((kind = 'debit') = (operation is not null)),
  check ((kind = 'reversal') = (reverses is not null)),
  check ((kind = 'adjustment') = (reason is not null))
);

create unique index credit_entries_one_grant on public.credit_entries (user_id, period_start) where kind = 'grant';
create index credit_entries_by_time on public.credit_entries (user_id, created_at);

-- Numbers an entry and works out the balance after it, one entry of an account at a time: whoever comes second waits for
-- the row of the subscription, so that two debits never count from the same balance.
create function public.enter_credits() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  last record;
begin
  perform 1 from public.subscriptions where user_id = new.user_id for update;
  if not found then
    raise exception 'This account has no subscription.' using errcode = 'foreign_key_violation';
  end if;
  select e.number, e.period_start, e.balance into last
    from public.credit_entries e where e.user_id = new.user_id order by e.number desc limit 1;
  if new.kind = 'reversal' and not exists (
    select 1 from public.credit_entries e
    where e.id = new.reverses and e.user_id = new.user_id and e.kind = 'debit' and e.amount = -new.amount
  ) then
    raise exception 'A reversal gives back one debit, whole.' using errcode = 'check_violation';
  end if;
  if last.period_start = new.period_start then
    new.balance := last.balance + new.amount;
  elsif new.kind = 'grant' and (last.period_start is null or new.period_start > last.period_start) then
    new.balance := new.amount;
  else
    raise exception 'A period begins with its grant, after the period before it.' using errcode = 'check_violation';
  end if;
  new.number := coalesce(last.number, 0) + 1;
  new.created_at := clock_timestamp();
  return new;
end
$$;

create trigger enter_credits before insert on public.credit_entries
  for each row execute function public.enter_credits();

-- What is entered stays as it is, whoever asks. It goes only with its account (then the cascade has taken that away
-- already). Security definer, because only so can it see whether the account is still there.
create function public.keep_entries() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from auth.users where id = old.user_id) then
    return old;
  end if;
  raise exception 'The ledger is append-only: reverse or adjust instead.' using errcode = 'restrict_violation';
end
$$;

create trigger keep_entries before update or delete on public.credit_entries
  for each row execute function public.keep_entries();

create trigger keep_all_entries before truncate on public.credit_entries
  for each statement execute function public.keep_entries();

-- "Always": also while a replica is fed, which leaves other triggers out.
alter table public.credit_entries enable always trigger keep_entries;
alter table public.credit_entries enable always trigger keep_all_entries;

-- Ten keys that work, and not more than fifty new ones a day. Security definer, to lock the row of the subscription,
-- so that several requests at once do not each make the tenth.
create function public.limit_api_keys() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform 1 from public.subscriptions where user_id = new.user_id for update;
  if (
    select count(*) from public.api_keys
    where user_id = new.user_id and revoked_at is null and rotated_to is null
      and (expires_at is null or expires_at > now())
  ) >= 10 then
    raise exception 'This account has ten keys that work already.'
      using errcode = 'check_violation', constraint = 'api_keys_at_most_ten';
  end if;
  if (
    select count(*) from public.api_keys where user_id = new.user_id and created_at > now() - interval '1 day'
  ) >= 50 then
    raise exception 'This account has made fifty keys today.'
      using errcode = 'check_violation', constraint = 'api_keys_at_most_fifty_a_day';
  end if;
  return new;
end
$$;

create trigger limit_api_keys before insert on public.api_keys
  for each row execute function public.limit_api_keys();

create function public.limit_plan_requests() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if (
    select count(*) from public.plan_requests where user_id = new.user_id and created_at > now() - interval '1 day'
  ) >= 20 then
    raise exception 'This account has asked for twenty changes today.'
      using errcode = 'check_violation', constraint = 'plan_requests_at_most_twenty_a_day';
  end if;
  return new;
end
$$;

create trigger limit_plan_requests before insert on public.plan_requests
  for each row execute function public.limit_plan_requests();

-- Whether the auth service keeps this account out. Security definer, because nobody else may read its tables.
create function public.is_suspended(account uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(
      (select deleted_at is not null or coalesce(banned_until > now(), false) from auth.users where id = account),
      true
    )
  $$;

create function public.create_subscription() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.subscriptions (user_id) values (new.id);
  return new;
end
$$;

create trigger create_subscription after insert on auth.users
  for each row execute function public.create_subscription();

-- Accounts that were there before: their periods are counted from the day on which they were made.
insert into public.subscriptions (user_id, anchor)
  select id, date_trunc('milliseconds', coalesce(created_at, now())) from auth.users;

revoke all on function public.period_of(timestamptz, timestamptz) from public, anon;
revoke all on function public.is_suspended(uuid) from public, anon, authenticated;
revoke all on function public.enter_credits() from public, anon, authenticated;
revoke all on function public.keep_entries() from public, anon, authenticated;
revoke all on function public.limit_api_keys() from public, anon, authenticated;
revoke all on function public.limit_plan_requests() from public, anon, authenticated;
revoke all on function public.create_subscription() from public, anon, authenticated;
grant execute on function public.period_of(timestamptz, timestamptz) to authenticated, service_role;
grant execute on function public.is_suspended(uuid) to service_role;

alter table public.subscriptions enable row level security;
alter table public.plan_requests enable row level security;
alter table public.api_keys enable row level security;
alter table public.service_keys enable row level security;
alter table public.credit_entries enable row level security;

revoke all on public.subscriptions from public, anon, authenticated, service_role;
revoke all on public.plan_requests from public, anon, authenticated, service_role;
revoke all on public.api_keys from public, anon, authenticated, service_role;
revoke all on public.service_keys from public, anon, authenticated, service_role;
revoke all on public.credit_entries from public, anon, authenticated, service_role;

grant select, insert, update on public.subscriptions to service_role;
grant select, insert, update on public.plan_requests to service_role;
grant select, insert, update on public.api_keys to service_role;
grant select, insert, update on public.service_keys to service_role;
grant select, insert on public.credit_entries to service_role;

grant select on public.subscriptions to authenticated;
grant select on public.plan_requests to authenticated;
grant insert (id, user_id, plan) on public.plan_requests to authenticated;
grant update (state) on public.plan_requests to authenticated;
grant select (id, user_id, name, prefix, scopes, created_at, expires_at, last_used_at, revoked_at, rotated_to)
  on public.api_keys to authenticated;
grant insert (id, user_id, name, prefix, hash, scopes, expires_at) on public.api_keys to authenticated;
grant update (revoked_at, rotated_to, expires_at) on public.api_keys to authenticated;
grant select (id, user_id, number, kind, amount, balance, period_start, operation, api_key_id, reason, reverses, created_at)
  on public.credit_entries to authenticated;

create policy "a person reads their own subscription, an administrator every one" on public.subscriptions
  for select to authenticated using (user_id = (select auth.uid()) or (select public.is_admin()));

create policy "a person reads their own requests, an administrator every one" on public.plan_requests
  for select to authenticated using (user_id = (select auth.uid()) or (select public.is_admin()));

create policy "a person asks for another plan" on public.plan_requests
  for insert to authenticated with check (user_id = (select auth.uid()) and state = 'waiting');

create policy "a person withdraws what still waits" on public.plan_requests
  for update to authenticated
  using (user_id = (select auth.uid()) and state = 'waiting')
  with check (user_id = (select auth.uid()) and state = 'withdrawn');

create policy "a person sees their own keys, an administrator every one" on public.api_keys
  for select to authenticated using (user_id = (select auth.uid()) or (select public.is_admin()));

create policy "a person makes their own keys" on public.api_keys
  for insert to authenticated with check (user_id = (select auth.uid()));

-- What is revoked stays revoked.
create policy "a person revokes and replaces their own keys" on public.api_keys
  for update to authenticated
  using (user_id = (select auth.uid()) and revoked_at is null) with check (user_id = (select auth.uid()));

create policy "a person reads their own entries, an administrator every one" on public.credit_entries
  for select to authenticated using (user_id = (select auth.uid()) or (select public.is_admin()));

create policy "only while signed in, with the second factor" on public.subscriptions
  as restrictive for all to authenticated using ((select public.is_signed_in()));

create policy "only while signed in, with the second factor" on public.plan_requests
  as restrictive for all to authenticated using ((select public.is_signed_in()));

create policy "only while signed in, with the second factor" on public.api_keys
  as restrictive for all to authenticated using ((select public.is_signed_in()));

create policy "only while signed in, with the second factor" on public.credit_entries
  as restrictive for all to authenticated using ((select public.is_signed_in()));
