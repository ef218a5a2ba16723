-- Ours, not the hosted schema's: what somebody typed at a sign-up whose address nobody has confirmed, beside the token of
-- the mail that confirms it. The account belongs to whoever reads that mail, who may be somebody else: the sign-up whose
-- link is opened gives the account its password and its metadata, and all others go.
create table auth.pending_sign_ups (
  token_hash text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  encrypted_password varchar(255) not null,
  raw_user_meta_data jsonb not null,
  flow_state_id uuid,
  -- Whether the account was made by this sign-up, and not by an administrator, whose entries are to be trusted.
  made_account boolean not null,
  created_at timestamptz not null
);
create index pending_sign_ups_user_id_idx on auth.pending_sign_ups (user_id);
alter table auth.pending_sign_ups enable row level security;
revoke all on auth.pending_sign_ups from public, anon, authenticated, service_role;

-- Accounts that waited before this table was there: what their rows hold is the first sign-up's. Their mails go on working.
insert into auth.pending_sign_ups
  (token_hash, user_id, encrypted_password, raw_user_meta_data, made_account, created_at)
select coalesce(t.token_hash, gen_random_uuid()::text), u.id, coalesce(u.encrypted_password, ''),
  coalesce(u.raw_user_meta_data, '{}'), true, coalesce(t.created_at at time zone 'utc', u.created_at, now())
from auth.users u
left join auth.one_time_tokens t on t.user_id = u.id and t.token_type = 'confirmation_token'
where u.email <> '' and u.email_confirmed_at is null and u.invited_at is null and u.deleted_at is null;
delete from auth.one_time_tokens t using auth.pending_sign_ups p where t.token_hash = p.token_hash;
