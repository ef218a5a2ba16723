-- Wrong codes are not counted any more: the count kept the owner of a right one out while a thief who had the password
-- typed wrong ones, and nobody guesses 80 bits.
drop table public.recovery_attempts;
