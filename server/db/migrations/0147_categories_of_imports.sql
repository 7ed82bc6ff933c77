-- An import of products may make the categories that its rows name and that do not exist.
alter table imports
  add column creates_categories boolean not null default false,
  -- Paths of the categories that its application will make, as its check found them.
  add column new_categories text[] not null default '{}';
