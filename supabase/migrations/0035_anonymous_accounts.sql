-- An anonymous account is nobody's: it becomes a customer, with a profile and a plan, when it is given an address.

drop trigger create_profile on auth.users;
create trigger create_profile after insert on auth.users
  for each row when (not new.is_anonymous) execute function public.create_profile();
create trigger create_profile_later after update of is_anonymous on auth.users
  for each row when (old.is_anonymous and not new.is_anonymous) execute function public.create_profile();

drop trigger create_subscription on auth.users;
create trigger create_subscription after insert on auth.users
  for each row when (not new.is_anonymous) execute function public.create_subscription();
create trigger create_subscription_later after update of is_anonymous on auth.users
  for each row when (old.is_anonymous and not new.is_anonymous) execute function public.create_subscription();
