-- The lake accepts ids that begin with an underscore: liking such an article was an error of the server.
alter table public.likes drop constraint likes_article_check,
  add constraint likes_article_check check (article ~ '^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$');
alter table public.comments drop constraint comments_article_check,
  add constraint comments_article_check check (article ~ '^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$');
