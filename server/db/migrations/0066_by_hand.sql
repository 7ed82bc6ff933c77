-- The owner lets owners and administrators count goods without scanning them, with a reason.
alter table businesses add column counts_by_hand boolean not null default false;
