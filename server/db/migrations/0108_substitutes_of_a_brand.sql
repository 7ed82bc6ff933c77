-- Substitutes are looked for among goods of one brand: names alike are compared one by one, and slowly.
create index products_by_brand on products (fold(brand));
