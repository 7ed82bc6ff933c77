-- Counts of one series are compared with each other. A movement of the volume, or a count that is not believed, begins the
-- next series.
alter table balances add column series integer not null default 1;
alter table balance_counts add column series integer not null default 1;
