-- An invitation takes over the unconfirmed account of its email address: anyone who signed up with the address first
-- knows a password, and would share the account. One statement reads and changes it, because its owner may confirm it at
-- that moment: when a second request replaced the password, the owner's own one no longer opened the confirmed account,
-- although the invitation was refused. Security definer, because only the auth service may change its tables.
create function public.clear_unconfirmed_account(address text, full_name text) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  account uuid;
begin
  update auth.users u set
    encrypted_password = '',
    email_change = '',
    raw_user_meta_data = (coalesce(u.raw_user_meta_data, '{}') - 'full_name')
      || jsonb_strip_nulls(jsonb_build_object('full_name', clear_unconfirmed_account.full_name))
  where u.email = address and not u.is_sso_user and u.email_confirmed_at is null
  returning u.id into account;
  delete from auth.one_time_tokens where user_id = account;
  delete from auth.sessions where user_id = account;
end
$$;

revoke all on function public.clear_unconfirmed_account(text, text) from public, anon, authenticated;
grant execute on function public.clear_unconfirmed_account(text, text) to service_role;
