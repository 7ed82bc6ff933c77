-- A paper that was kept with a vendor by mistake can be taken away; one of a received NF-e is held by its foreign key.
grant delete on supplier_documents to easy_app;
