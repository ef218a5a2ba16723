-- Refreshes are removed sooner than the other entries. Without this, finding the old ones reads
-- eleven months of the log each hour, and nobody can sign in meanwhile.
create index if not exists audit_log_entries_of_refreshes
  on auth.audit_log_entries (created_at) where payload ->> 'action' = 'token_refreshed';
