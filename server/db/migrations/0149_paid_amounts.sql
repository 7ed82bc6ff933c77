-- A proof of payment states an amount; a body cannot say less than one centavo.
alter table dropinvoice_proofs add check (paid_centavos > 0);
