-- What the seller pays of the freight; null where nobody has said it.
alter table publication_variations add column freight_centavos bigint check (freight_centavos >= 0);
alter table orders add column freight_centavos bigint check (freight_centavos >= 0);
