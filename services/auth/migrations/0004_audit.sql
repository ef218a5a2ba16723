-- A person looks at their own entries, newest first, in a log that holds everybody's.
create index if not exists audit_log_entries_of_actor
  on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc);
