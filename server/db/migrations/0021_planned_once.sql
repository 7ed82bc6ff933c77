-- What a plan is worth does not depend on what is asked here, and planning took longer than running: what was sold, for every
-- few sales, 3.1 ms to plan and 0.5 to run. Each connection plans these once.
alter function sold_offers(bigint, jsonb) set plan_cache_mode = force_generic_plan;
alter function store_sales(jsonb, timestamptz) set plan_cache_mode = force_generic_plan;
alter function publications_of_shelf(bigint[]) set plan_cache_mode = force_generic_plan;
