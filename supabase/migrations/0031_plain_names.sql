-- A person's name is one line that disguises nothing: controls and marks that turn the direction of writing make one
-- name look like another in the administrators' lists. By the forms they are refused; an outside account, or a call of
-- the auth service past them, brings them all the same.
create function public.plain_name(name text) returns text
  language sql immutable set search_path = ''
  as $$
    select nullif(trim(left(trim(
      regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]', '', 'g')
    ), 120)), '')
  $$;

revoke all on function public.plain_name(text) from public, anon;
grant execute on function public.plain_name(text) to authenticated, service_role;

create or replace function public.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.profiles (id, email, full_name, confirmed_at, banned_until)
  values (
    new.id,
    coalesce(new.email, ''),
    public.plain_name(new.raw_user_meta_data ->> 'full_name'),
    new.email_confirmed_at,
    new.banned_until
  );
  return new;
end
$$;

update public.profiles set full_name = public.plain_name(full_name)
  where full_name is distinct from public.plain_name(full_name);

-- Owners write their name past our forms as well, where a hosted project has an address for its tables.
alter table public.profiles
  add constraint profiles_full_name_plain check (full_name is not distinct from public.plain_name(full_name));
