-- Goods of a vendor's document that no code of the request names are told their line by whoever receives them.
grant update (line_id) on vendor_invoice_items to easy_app;
