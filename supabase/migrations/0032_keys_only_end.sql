-- A key's owner may end it and have it replaced, past our forms too where a hosted project has an address for its tables.
-- So the table itself says what that means: an end only ever comes nearer, which keeps an expired key expired; and a key
-- steps back once, within a week, for one that is made after that in the same transaction. It is not counted among the
-- ten that work any more, so that stepping back for one that was there before would make room for an eleventh.
create function public.keys_only_end() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if coalesce(new.expires_at, 'infinity') > coalesce(old.expires_at, 'infinity') then
    raise exception 'A key does not live longer than it was made for.'
      using errcode = 'check_violation', constraint = 'api_keys_only_end';
  end if;
  if new.rotated_to is distinct from old.rotated_to and (
    old.rotated_to is not null
    or coalesce(new.expires_at, 'infinity') > now() + interval '7 days'
    or exists (select 1 from public.api_keys where id = new.rotated_to and user_id = new.user_id)
  ) then
    raise exception 'A key is replaced once, within a week, by a new one.'
      using errcode = 'check_violation', constraint = 'api_keys_replaced_once';
  end if;
  return new;
end
$$;

revoke all on function public.keys_only_end() from public, anon, authenticated, service_role;

create trigger keys_only_end before update of expires_at, rotated_to on public.api_keys
  for each row execute function public.keys_only_end();
