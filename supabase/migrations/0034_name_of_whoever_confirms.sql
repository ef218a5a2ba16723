-- An account that waits for its confirmation may be a stranger's doing. Whoever proves the address by an outside account
-- gets the account with the name that it has then, not with the one that was typed at the sign-up.
create or replace function public.follow_account() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.profiles set
    confirmed_at = new.email_confirmed_at,
    banned_until = new.banned_until,
    deleted_at = coalesce(new.deleted_at, deleted_at),
    full_name = case
      when old.email_confirmed_at is null and new.email_confirmed_at is not null
        then public.plain_name(new.raw_user_meta_data ->> 'full_name')
      else full_name
    end
  where id = new.id;
  return new;
end
$$;
