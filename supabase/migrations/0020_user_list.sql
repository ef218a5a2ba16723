-- Who is on a plan, for the list of users and the page of plans.
create index subscriptions_plan on public.subscriptions (plan, user_id);
create index subscriptions_coming_plan on public.subscriptions (coming_plan, user_id) where coming_plan is not null;
