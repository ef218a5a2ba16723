-- A token lives on for up to an hour after its session has lost the second factor: the lost phone that its owner removes
-- would go on reading, making API keys and recovery codes. So the session must have it as well as the token.
create or replace function public.owes_second_factor() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select (
      coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' or exists (
        select 1 from auth.sessions
        where id = (auth.jwt() ->> 'session_id')::uuid and coalesce(aal::text, 'aal1') <> 'aal2'
      )
    ) and exists (
      select 1 from auth.mfa_factors where user_id = auth.uid() and status = 'verified'
    )
  $$;
