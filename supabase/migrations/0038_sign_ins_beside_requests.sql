-- Anyone may request a mail to anyone's address: requests have a limit of their own, so that a stranger's push no sign-in
-- out of its owner's list.
create or replace function public.own_sign_ins(most integer)
  returns table (happened_at timestamptz, action text, provider text, address text)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if not public.is_signed_in() then
    return;
  end if;
  return query
    select listed.created_at, listed.payload ->> 'action',
      coalesce(listed.payload -> 'traits' ->> 'provider', listed.payload -> 'traits' ->> 'provider_type'),
      listed.ip_address::text
    from (
      (
        select e.created_at, e.payload, e.ip_address
        from auth.audit_log_entries e
        where e.payload ->> 'actor_id' = auth.uid()::text
          and e.created_at > now() - interval '90 days'
          and e.payload ->> 'action' in (
            'login', 'user_signedup', 'verification_attempted', 'user_updated_password',
            'factor_unenrolled', 'factor_deleted'
          )
        order by e.created_at desc
        limit least(most, 1000)
      )
      union all
      (
        select e.created_at, e.payload, e.ip_address
        from auth.audit_log_entries e
        where e.payload ->> 'actor_id' = auth.uid()::text
          and e.created_at > now() - interval '90 days'
          and e.payload ->> 'action' = 'user_recovery_requested'
        order by e.created_at desc
        limit least(most, 1000)
      )
    ) listed
    order by listed.created_at desc;
exception
  when insufficient_privilege or undefined_table or undefined_column then
    return;
end
$$;
