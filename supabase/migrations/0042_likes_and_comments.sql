-- Likes and comments of articles. Articles are documents of the lake: here stand only their ids.

-- Networks stand in both tables as a keyed hash, to limit what one of them may send in a short time. Each day has a key
-- of its own, which is deleted together with the hashes: then nobody can compute which address a row came from.
create table public.network_keys (
  day date primary key,
  key text not null check (key ~ '^[0-9a-f]{64}$')
);

-- One a visitor and article: of the account, or of the cookie of a visitor without one. `visitor` is hashed together
-- with the article, so that nobody can list what one visitor likes.
create table public.likes (
  article text not null check (article ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$'),
  user_id uuid references auth.users (id) on delete cascade,
  visitor text check (visitor ~ '^[0-9a-f]{64}$'),
  network text check (network ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  check ((user_id is null) <> (visitor is null))
);

create unique index likes_of_accounts on public.likes (article, user_id) where user_id is not null;
create unique index likes_of_visitors on public.likes (article, visitor) where visitor is not null;
create index likes_by_article on public.likes (article);
create index likes_by_account on public.likes (user_id, created_at) where user_id is not null;
create index likes_by_network on public.likes (article, network) where network is not null;

-- A comment has the form that it was sent with, which cannot be sent twice. Replies have no replies.
create table public.comments (
  id uuid primary key default gen_random_uuid(),
  article text not null check (article ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$'),
  parent uuid,
  form uuid not null unique,
  user_id uuid references auth.users (id) on delete cascade,
  visitor text check (visitor ~ '^[0-9a-f]{64}$'),
  author_name text not null check (char_length(author_name) between 1 and 80),
  email text check (char_length(email) <= 320),
  body text not null check (char_length(body) between 1 and 2000),
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'spam')),
  network text check (network ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  unique (id, article),
  foreign key (parent, article) references public.comments (id, article) on delete cascade
);

create index comments_threads on public.comments (article, created_at, id) where parent is null and state = 'approved';
create index comments_replies on public.comments (parent, created_at, id) where parent is not null;
create index comments_by_state on public.comments (state, created_at desc, id desc);
create index comments_newest on public.comments (created_at desc, id desc);
create index comments_by_account on public.comments (user_id, created_at, id) where user_id is not null;
create index comments_by_visitor on public.comments (visitor, email) where visitor is not null;
create index comments_by_network on public.comments (network, created_at) where network is not null;

-- Who decides about comments: the roles of the permission comments.moderate in domain/accounts/permissions.ts.
create function public.is_moderator() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select public.is_signed_in() and exists (
      select 1 from public.profiles
      where id = auth.uid() and role in ('Admin', 'Editor') and closes_at is null and deleted_at is null
    )
  $$;

revoke all on function public.is_moderator() from public, anon;
grant execute on function public.is_moderator() to authenticated, service_role;

alter table public.network_keys enable row level security;
alter table public.likes enable row level security;
alter table public.comments enable row level security;

revoke all on public.network_keys from public, anon, authenticated, service_role;
revoke all on public.likes from public, anon, authenticated, service_role;
revoke all on public.comments from public, anon, authenticated, service_role;

grant select, insert, delete on public.network_keys to service_role;
grant select, insert, update, delete on public.likes to service_role;
grant select, insert, update, delete on public.comments to service_role;

grant select (article, user_id, created_at) on public.likes to authenticated;
grant select (id, article, parent, user_id, author_name, body, state, created_at) on public.comments to authenticated;

create policy "an account reads its own likes" on public.likes
  for select to authenticated using (user_id = (select auth.uid()));

create policy "an account reads its own comments" on public.comments
  for select to authenticated using (user_id = (select auth.uid()));

create policy "only while signed in, with the second factor" on public.likes
  as restrictive for all to authenticated using ((select public.is_signed_in()));

create policy "only while signed in, with the second factor" on public.comments
  as restrictive for all to authenticated using ((select public.is_signed_in()));
