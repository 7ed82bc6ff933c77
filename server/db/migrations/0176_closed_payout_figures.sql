-- What a closed month of payouts showed stays as it was: lines of later months and later changes of its sales are counted
-- where they arrive, less what closed months counted already.
alter table payout_months add column figures jsonb;
comment on column payout_months.figures is
  'Days and findings at the closing, and the difference of each sale and of each line without a sale; null: closed before figures were kept.';
