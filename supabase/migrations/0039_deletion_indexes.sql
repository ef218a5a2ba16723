-- Each key that goes with its account is checked not to be the successor of another. Without an index each check read all
-- keys of the account: 8,000 held the database for 17 seconds.
create index api_keys_rotated_to on public.api_keys (rotated_to, user_id) where rotated_to is not null;

-- The same for the requests that an account has decided: each deletion read the requests of everyone.
create index plan_requests_decided_by on public.plan_requests (decided_by) where decided_by is not null;
