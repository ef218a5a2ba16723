-- A name of characters that are drawn as nothing looks empty, and one with them in it looks like another name. The forms
-- refuse all of them (domain/accounts/plain-text.ts). Here joiners and the variation selectors of emoji stay beside
-- anything but Latin text: Postgres does not know the scripts and emoji that need them.
create or replace function public.plain_name(name text) returns text
  language sql immutable set search_path = ''
  as $$
    -- Joiners last, because the cut can leave one at the end: the check below refused the account then.
    select nullif(trim(regexp_replace(
      left(trim(regexp_replace(
        name,
        '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5'
        '\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb'
        '\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
        '', 'g'
      )), 120),
      '(?<=^|[\u0001-\u007f\u00c0-\u024f])[\u200c\u200d\ufe0e\ufe0f]+|[\u200c\u200d]+(?=$|[\u0001-\u007f\u00c0-\u024f])',
      '', 'g'
    )), '')
  $$;

update public.profiles set full_name = public.plain_name(full_name)
  where full_name is distinct from public.plain_name(full_name);
