-- Ours, not the hosted schema's: when a user who returns with a code signed in at their provider.
create table auth.oauth_sign_in_times (
  flow_id uuid primary key references auth.flow_state (id) on delete cascade,
  signed_in_at timestamptz not null
);
alter table auth.oauth_sign_in_times enable row level security;
revoke all on auth.oauth_sign_in_times from public, anon, authenticated, service_role;
