-- The version of an account makes the forms of two administrators exclusive. What its owner may
-- change at any time must not count: an account that sent its own form every two seconds could be
-- neither banned, deleted nor demoted, because each of those forms was out of date.
create or replace function public.count_version() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  -- The owner's columns, those computed from them, and those set here.
  uncounted constant text[] := array[
    'full_name', 'avatar_url', 'closes_at', 'sort_name', 'search', 'updated_at', 'version'
  ];
begin
  -- An administrator's change beside the profile sets the time alone.
  if new.updated_at is distinct from old.updated_at
    or (to_jsonb(new) - uncounted) is distinct from (to_jsonb(old) - uncounted) then
    new.version := old.version + 1;
  end if;
  new.updated_at := now();
  return new;
end
$$;
