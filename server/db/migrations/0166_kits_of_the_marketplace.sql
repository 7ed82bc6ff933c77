-- A kit that the marketplace puts together from other listings; it is linked to nothing here.
alter table remote_listings add column marketplace_kit boolean not null default false;
