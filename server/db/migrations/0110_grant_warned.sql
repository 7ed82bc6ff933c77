-- The end of the consent that its owners were written to about: each is told once.
alter table marketplace_accounts add column grant_warned_for timestamptz;
