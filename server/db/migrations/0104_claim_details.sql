-- What an act about a claim says besides a choice, a sum and words: days, carrier, tracking code, receiver.
alter table chat_messages add column details jsonb not null default '{}';
