-- A sale is found by the number of its NF-e, the 26th to the 34th digit of the access key.
create index orders_invoice_number on orders (business_id, substr(invoice_key, 26, 9), id desc) where invoice_key is not null;
