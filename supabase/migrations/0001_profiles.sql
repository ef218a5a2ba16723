-- One profile a person. `role` is the one truth for what a person may do, and its owner cannot write it.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null default '',
  full_name text check (char_length(full_name) between 1 and 120),
  avatar_url text check (char_length(avatar_url) <= 140000),
  role text not null default 'User' check (role in ('Admin', 'Editor', 'User')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index profiles_newest on public.profiles (created_at desc, id desc);

-- Who asks is an administrator? Security definer, because the policies of the table that it reads call it.
create function public.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select 1 from public.profiles where id = auth.uid() and role = 'Admin') $$;

alter table public.profiles enable row level security;

-- Hosted projects grant everything on new tables of `public` to these roles: take it back, then give column by column.
revoke all on public.profiles from public, anon, authenticated;
grant select on public.profiles to authenticated;
grant update (full_name, avatar_url) on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;
revoke all on function public.is_admin() from public, anon;
grant execute on function public.is_admin() to authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;

create policy "a person reads their own profile, an administrator every one" on public.profiles
  for select to authenticated using (id = auth.uid() or public.is_admin());

create policy "a person changes their own profile" on public.profiles
  for update to authenticated using (id = auth.uid()) with check (id = auth.uid());

-- The profile appears with the account and follows its e-mail address.
create function public.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.profiles (id, email, full_name)
  values (
    new.id,
    coalesce(new.email, ''),
    nullif(left(trim(new.raw_user_meta_data ->> 'full_name'), 120), '')
  );
  return new;
end
$$;

create function public.follow_email() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.profiles set email = coalesce(new.email, ''), updated_at = now() where id = new.id;
  return new;
end
$$;

create trigger create_profile after insert on auth.users
  for each row execute function public.create_profile();

create trigger follow_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function public.follow_email();

-- One row, ever: who opened the set-up link. Its key is what makes two simultaneous openings one.
create table public.first_admin (
  only_row boolean primary key default true check (only_row),
  claimed_at timestamptz not null default now(),
  user_id uuid references auth.users (id) on delete set null
);

alter table public.first_admin enable row level security;
revoke all on public.first_admin from public, anon, authenticated;
grant select, insert, update, delete on public.first_admin to service_role;
