-- Pages are read without bitmaps, along the index that has their order; text is found by bitmaps of its own index.
alter function find_matches(text, text[], integer) set enable_bitmapscan = on;
