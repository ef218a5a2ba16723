-- A person's picture, as the site re-encoded it. Its address is its hash: another picture has another address.
create table public.avatars (
  owner uuid primary key references auth.users (id) on delete cascade,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  picture bytea not null check (octet_length(picture) between 1 and 100000),
  created_at timestamptz not null default now()
);

create index avatars_hash on public.avatars (hash);

alter table public.avatars enable row level security;

revoke all on public.avatars from public, anon, authenticated;
grant select, insert, update, delete on public.avatars to authenticated, service_role;

create policy "a person sees their own picture, an administrator every one" on public.avatars
  for select to authenticated using (owner = (select auth.uid()) or (select public.is_admin()));

create policy "a person brings their own picture" on public.avatars
  for insert to authenticated with check (owner = (select auth.uid()));

create policy "a person changes their own picture" on public.avatars
  for update to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));

create policy "a person takes their own picture away" on public.avatars
  for delete to authenticated using (owner = (select auth.uid()));
