-- A unit whose lot expired in the tote is fetched again from another lot: its scan stays in the history and counts no more.
alter table picking_scans add column voided_at timestamptz;
-- A scan follows its unit to the sale that gets it when another one leaves the list.
grant update (order_id, voided_at) on picking_scans to easy_app;
