-- When its delivery began: from then on the answer can no longer be taken back.
alter table questions add column reply_begun_at timestamptz;

-- The last message that a person marked as needing no answer; a later one waits again.
alter table chats
  add column handled_until timestamptz,
  drop column state;
alter table chats add column state text generated always as (
case
    when status = 'closed' then 'closed'
    when send_state = 'sending' then 'open'
    when status = 'blocked' then 'blocked'
    when send_state = 'refused' then 'waiting_us'
    when turn = 'us' and source = 'messages' and handled_until >= last_at then 'open'
    when turn = 'us' then 'waiting_us'
    when turn = 'buyer' then 'waiting_buyer'
    else 'open'
end) stored not null;
create index chats_state_due on chats (business_id, state, due_at, id);
create index chats_state_last on chats (business_id, state, last_at, id);
