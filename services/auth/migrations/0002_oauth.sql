-- The half of a sign-in at a provider that stays with us while the person is there: the hosted schema's table.
create table auth.oauth_client_states (
  id uuid primary key,
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null
);
create index idx_oauth_client_states_created_at on auth.oauth_client_states (created_at);
alter table auth.oauth_client_states enable row level security;
revoke all on auth.oauth_client_states from public, anon, authenticated, service_role;
