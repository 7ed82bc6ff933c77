import { describe, expect, test } from 'vitest';
import { startStage } from './test/stage.ts';

const { answerOnce, readItemAs } = await startStage();

const itemAnswer = (changes: Record<string, unknown>) => ({
  status: 200,
  body: {
    ...{ error: '', message: '', request_id: 'r1' },
    response: {
      item_list: [
        {
          ...{ item_id: 1, item_status: 'NORMAL', item_name: 'Caneca', has_model: false },
          price_info: [{ currency: 'BRL', original_price: 49.9, current_price: 49.9 }],
          stock_info_v2: { summary_info: { total_available_stock: 4 } },
          ...changes,
        },
      ],
    },
  },
});
const violations = (item: Record<string, unknown>) =>
  answerOnce(/get_item_violation_info$/, {
    status: 200,
    body: { error: '', message: '', request_id: 'r2', response: { item_list: [{ item_id: 1, ...item }] } },
  });
const reasonsOf = async (changes: Record<string, unknown>) => (await readItemAs(itemAnswer(changes))).reasons;
const none = { message: '', remedy: '', due: null };

describe('reasons of an item', () => {
  test.each([
    ['on sale', {}, []],
    ['unlisted', { item_status: 'UNLIST' }, [{ kind: 'seller_paused', code: 'unlist', ...none }]],
    ['in review', { item_status: 'REVIEWING' }, [{ kind: 'reviewing', code: 'reviewing', ...none }]],
    [
      'without stock',
      { stock_info_v2: { summary_info: { total_available_stock: 0 } } },
      [{ kind: 'out_of_stock', code: '', ...none }],
    ],
    ['with an unknown status', { item_status: 'FROZEN' }, [{ kind: 'other', code: 'frozen', ...none }]],
    ['whose flag is a text that says no', { deboost: 'FALSE' }, []],
  ])('an item %s', async (_name, changes, reasons) => {
    expect(await reasonsOf(changes)).toEqual(reasons);
  });

  test('a banned item with advice can be corrected until its deadline', async () => {
    violations({
      item_status_details: [
        {
          ...{ violation_type: 'Spam', violation_reason: 'Título repetido', suggestion: 'Mude o título.' },
          ...{ fix_deadline_time: 1_800_000_000, update_time: 1_790_000_000 },
        },
      ],
    });
    expect(await reasonsOf({ item_status: 'BANNED' })).toEqual([
      {
        ...{ kind: 'correction_needed', code: 'banned', message: 'Spam: Título repetido' },
        ...{ remedy: 'Mude o título.', due: new Date(1_800_000_000_000) },
      },
    ]);
  });

  test('a banned item without advice is forbidden, also if the violations cannot be read', async () => {
    violations({
      item_status_details: [{ violation_type: 'Prohibited Listing', fix_deadline_time: '' }],
    });
    expect(await reasonsOf({ item_status: 'BANNED' })).toEqual([
      { ...none, kind: 'forbidden', code: 'banned', message: 'Prohibited Listing' },
    ]);
    answerOnce(/get_item_violation_info$/, { status: 503, body: '' });
    expect(await reasonsOf({ item_status: 'BANNED' })).toEqual([
      { ...none, kind: 'forbidden', code: 'banned' },
    ]);
  });

  test('a demoted item is on sale to fewer buyers', async () => {
    violations({
      deboost_details: [{ violation_type: 'Inappropriate Image', suggestion: 'Troque a foto.' }],
    });
    expect(await reasonsOf({ deboost: true })).toMatchObject([
      { kind: 'less_visible', code: 'deboost', message: 'Inappropriate Image', remedy: 'Troque a foto.' },
    ]);
  });
});
