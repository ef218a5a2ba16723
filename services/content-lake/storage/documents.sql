create schema lake;

-- The bodies are text: jsonb reorders keys and refuses U+0000, which a string of a document may hold.
create table lake.documents (
  id text collate "C" primary key,
  body text not null
);

create table lake.transactions (
  sequence bigint primary key,
  id text not null unique,
  committed_at timestamptz not null,
  author text not null
);

-- One row a document that a transaction touched: its mutations, and the mendoza patches forth and back.
create table lake.changes (
  document_id text collate "C" not null,
  sequence bigint not null references lake.transactions (sequence),
  mutations text not null,
  apply text not null,
  revert text not null,
  primary key (document_id, sequence)
);

create index changes_by_sequence on lake.changes (sequence);

-- Whoever has opened the Studio: names and pictures for avatars and history.
create table lake.people (
  id text primary key,
  name text not null,
  email text not null,
  profile_image text
);

-- What the Studio remembers for a person: list layouts, recent searches.
create table lake.keyvalue (
  person_id text not null,
  key text not null,
  value text not null,
  primary key (person_id, key)
);

-- No one but the lake's own process reads drafts and histories here.
revoke all on schema lake from public;
