-- Ours, not the hosted schema's: mails on their way to a mail server that may be away for a while.
create table auth.mail_queue (
  id uuid primary key,
  letter jsonb not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null
);
create index mail_queue_due_at_idx on auth.mail_queue (due_at);
alter table auth.mail_queue enable row level security;
revoke all on auth.mail_queue from public, anon, authenticated, service_role;
