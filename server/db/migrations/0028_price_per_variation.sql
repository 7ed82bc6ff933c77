-- In our words, and not by the name that one marketplace has for it.
alter table publications add column price_per_variation boolean not null default false;
alter table publications no force row level security;
update publications set price_per_variation = true where model = 'user_product';
alter table publications force row level security;
alter table publications drop column model;
