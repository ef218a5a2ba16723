-- A person's own sessions and sign-ins. They are rows of the auth service, which nobody else may read: security definer,
-- and every function asks first that the whole of a person is signed in.
create function public.own_sessions()
  returns table (
    id uuid, started_at timestamptz, seen_at timestamptz, user_agent text, address text, is_current boolean
  )
  language sql stable security definer set search_path = ''
  as $$
    select s.id, s.created_at,
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'),
      s.user_agent, host(s.ip), coalesce(s.id = (auth.jwt() ->> 'session_id')::uuid, false)
    from auth.sessions s
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
      and public.is_signed_in()
    order by 6 desc, 3 desc
    limit 100
  $$;

create function public.end_own_session(which uuid) returns boolean
  language sql volatile security definer set search_path = ''
  as $$
    with ended as (
      delete from auth.sessions s
      where s.id = which and s.user_id = auth.uid() and public.is_signed_in()
      returning 1
    )
    select exists (select from ended)
  $$;

-- A hosted project may keep its log elsewhere, or to itself: then there is nothing to show, and no error.
create function public.own_sign_ins(most integer)
  returns table (happened_at timestamptz, action text, provider text, address text)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if not public.is_signed_in() then
    return;
  end if;
  return query
    select e.created_at, e.payload ->> 'action',
      coalesce(e.payload -> 'traits' ->> 'provider', e.payload -> 'traits' ->> 'provider_type'),
      e.ip_address::text
    from auth.audit_log_entries e
    where e.payload ->> 'actor_id' = auth.uid()::text
      and e.created_at > now() - interval '90 days'
      and e.payload ->> 'action' in (
        'login', 'user_signedup', 'verification_attempted', 'user_updated_password',
        'factor_unenrolled', 'user_recovery_requested'
      )
    order by e.created_at desc
    limit least(most, 1000);
exception
  when insufficient_privilege or undefined_table or undefined_column then
    return;
end
$$;

revoke all on function public.own_sessions() from public, anon;
revoke all on function public.end_own_session(uuid) from public, anon;
revoke all on function public.own_sign_ins(integer) from public, anon;
grant execute on function public.own_sessions() to authenticated;
grant execute on function public.end_own_session(uuid) to authenticated;
grant execute on function public.own_sign_ins(integer) to authenticated;

-- What opens an account whose authenticator is lost, once each, beside the password. A code has 80 bits, so that its
-- plain SHA-256 tells nobody anything. Only the service writes here: a stolen token must not bring codes of its own.
create table public.recovery_codes (
  owner uuid not null references auth.users (id) on delete cascade,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (owner, hash)
);

alter table public.recovery_codes enable row level security;
revoke all on public.recovery_codes from public, anon, authenticated;
grant select (owner, created_at, used_at) on public.recovery_codes to authenticated;
grant select, insert, update, delete on public.recovery_codes to service_role;

create policy "a person counts their own codes" on public.recovery_codes
  for select to authenticated using (owner = (select auth.uid()));

create policy "only while signed in, with the second factor" on public.recovery_codes
  as restrictive for all to authenticated using ((select public.is_signed_in()));

-- How often somebody who knows the password has tried codes of late.
create table public.recovery_attempts (
  owner uuid primary key references auth.users (id) on delete cascade,
  attempts integer not null,
  since timestamptz not null
);

alter table public.recovery_attempts enable row level security;
revoke all on public.recovery_attempts from public, anon, authenticated;
grant select, insert, update, delete on public.recovery_attempts to service_role;
