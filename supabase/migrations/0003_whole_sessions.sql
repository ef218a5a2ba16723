-- A token alone is not enough: the session behind it must still be there, so that a sign-out elsewhere and a new password
-- count at once, and who has a second factor must have given it, so that a stolen password reads and changes nothing.
-- Security definer, because nobody but the auth service may read its tables.
create function public.owes_second_factor() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' and exists (
      select 1 from auth.mfa_factors where user_id = auth.uid() and status = 'verified'
    )
  $$;

create function public.session_has_ended() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select auth.jwt() ->> 'session_id' is not null and not exists (
      select 1 from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid
    )
  $$;

create function public.is_signed_in() returns boolean
  language sql stable set search_path = ''
  as $$ select not public.session_has_ended() and not public.owes_second_factor() $$;

revoke all on function public.owes_second_factor() from public, anon;
revoke all on function public.session_has_ended() from public, anon;
revoke all on function public.is_signed_in() from public, anon;
grant execute on function public.owes_second_factor() to authenticated, service_role;
grant execute on function public.session_has_ended() to authenticated, service_role;
grant execute on function public.is_signed_in() to authenticated, service_role;

-- Everything that asks for an administrator asks for the whole of one.
create or replace function public.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select public.is_signed_in()
      and exists (select 1 from public.profiles where id = auth.uid() and role = 'Admin')
  $$;

create policy "only while signed in, with the second factor" on public.profiles
  as restrictive for all to authenticated using ((select public.is_signed_in()));

create policy "only while signed in, with the second factor" on public.avatars
  as restrictive for all to authenticated using ((select public.is_signed_in()));
