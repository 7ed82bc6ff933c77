-- What the dashboard of a warehouse asks, without reading what was emptied, sold or counted long ago.
create index volumes_to_do on volumes (business_id, warehouse_id, state)
  where not tote and state in ('registered', 'tagged', 'in_balance', 'blocked');
create index volumes_oldest on volumes (business_id, warehouse_id, launched_at, id) where state = 'active' and not tote;
create index balances_ended on balances (business_id, started_at) include (warehouse_id, state)
  where state in ('checked', 'corrected');
create index volumes_standing on volumes (business_id, position_id) where state in ('active', 'in_balance', 'blocked');
