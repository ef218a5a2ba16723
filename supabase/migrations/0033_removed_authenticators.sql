-- Also an authenticator that somebody else took away: a recovery code that was redeemed, or an administrator who helped.
-- A hosted project may keep its log elsewhere, or to itself: then there is nothing to show, and no error.
create or replace function public.own_sign_ins(most integer)
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
        'factor_unenrolled', 'factor_deleted', 'user_recovery_requested'
      )
    order by e.created_at desc
    limit least(most, 1000);
exception
  when insufficient_privilege or undefined_table or undefined_column then
    return;
end
$$;
