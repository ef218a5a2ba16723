-- An account that is deleted takes its entries along. Without an index for those in which it was
-- only the subject, each deletion read the whole log, and nobody could sign in meanwhile.
create index if not exists audit_log_entries_about_user
  on auth.audit_log_entries ((payload -> 'traits' ->> 'user_id'))
  where payload -> 'traits' ->> 'user_id' is not null;

-- A person's requests for mails are shown apart from their sign-ins: somebody without any had all
-- of their entries read at each view.
create index if not exists audit_log_entries_of_requests
  on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc)
  where payload ->> 'action' = 'user_recovery_requested';

-- The same for what a person's list of sign-ins shows.
create index if not exists audit_log_entries_of_sign_ins
  on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc)
  where payload ->> 'action' in (
    'login', 'user_signedup', 'verification_attempted', 'user_updated_password',
    'factor_unenrolled', 'factor_deleted'
  );
