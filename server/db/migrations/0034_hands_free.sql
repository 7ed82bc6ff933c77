-- Whether the bench goes on by itself for this person: the last scan packs, the label prints, the next sale opens.
alter table users add column hands_free boolean not null default true;
