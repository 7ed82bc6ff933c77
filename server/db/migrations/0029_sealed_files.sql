-- An NF-e names its buyer: its bytes are stored encrypted from now on. Files from before stay as they are.
alter table files add column sealed boolean not null default false;
