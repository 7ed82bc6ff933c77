-- When the sweep last asked for a publication to be read anew: one whose read fails waits for its turn like the others.
alter table publications add column swept_at timestamptz;
