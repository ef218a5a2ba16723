-- An account's links of recovery and sign-in are valid side by side: a stranger who requests one must not end the owner's.
-- The hosted schema has one token of each type for each account.
drop index if exists auth.one_time_tokens_user_id_token_type_key;
create unique index one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type)
  where token_type <> 'recovery_token';
create index one_time_tokens_of_user on auth.one_time_tokens (user_id, created_at desc);
