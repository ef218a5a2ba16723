-- Messages of the contact form, where the site settings have them stored. A message has the form that it was sent with,
-- which cannot be sent twice. Its network stands here as a hash, as in the tables of likes and comments.
create table public.messages (
  id uuid primary key default gen_random_uuid(),
  form uuid not null unique,
  user_id uuid references auth.users (id) on delete cascade,
  sender_name text not null check (char_length(sender_name) between 1 and 120),
  email text not null check (char_length(email) between 3 and 254),
  company text not null default '' check (char_length(company) <= 120),
  subject text not null check (char_length(subject) between 1 and 200),
  body text not null check (char_length(body) between 1 and 5000),
  state text not null default 'open' check (state in ('open', 'closed')),
  assignee uuid references auth.users (id) on delete set null,
  network text check (network ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null))
);

create index messages_by_state on public.messages (state, created_at desc, id desc);
create index messages_newest on public.messages (created_at desc, id desc);
create index messages_closed on public.messages (closed_at) where state = 'closed';
create index messages_by_account on public.messages (user_id, id) where user_id is not null;
create index messages_by_assignee on public.messages (assignee) where assignee is not null;
create index messages_by_network on public.messages (network, created_at) where network is not null;

alter table public.messages enable row level security;

revoke all on public.messages from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.messages to service_role;
grant select (id, user_id, sender_name, email, company, subject, body, state, assignee, created_at, closed_at)
  on public.messages to authenticated;

create policy "senders read their own messages, administrators all" on public.messages
  for select to authenticated using (user_id = (select auth.uid()) or (select public.is_admin()));

create policy "only while signed in, with the second factor" on public.messages
  as restrictive for all to authenticated using ((select public.is_signed_in()));
