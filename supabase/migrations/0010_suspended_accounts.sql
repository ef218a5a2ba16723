-- A profile knows since 0005_administration.sql whether its account is banned or deleted, by the auth service or by an
-- administrator of ours: no need to look into the auth service's tables any more.
create or replace function public.is_suspended(account uuid) returns boolean
  language sql stable security invoker set search_path = ''
  as $$
    select coalesce(
      (select deleted_at is not null or coalesce(banned_until > now(), false) from public.profiles where id = account),
      true
    )
  $$;
