-- Tokens of scripts. Of each only the SHA-256 is kept: who reads the database learns none.
create table lake.tokens (
  id text primary key,
  name text not null unique,
  hash text not null unique,
  may_write boolean not null,
  created_at timestamptz not null default now()
);
