-- Rows of a sheet that are hidden in it, and rows of instructions below its titles: counted by the check, so that the person is
-- told of them; hidden ones are left out where that is asked.
alter table imports
  add column hidden_rows integer not null default 0 check (hidden_rows >= 0),
  add column skips_hidden boolean not null default false,
  add column instruction_rows integer not null default 0 check (instruction_rows >= 0);
