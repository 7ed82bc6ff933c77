import { test } from '@playwright/test';
import { type Floor, openFloor } from './floor-story.ts';
import { shareStation } from './station-story.ts';
import type { Goods } from './supplier-story.ts';

const jar: Goods = {
  product: 'Pote de Vidro',
  sku: 'POT-7',
  gtin: '7891000100103',
  quantity: 40,
  price: '29,90',
};

test.describe.configure({ mode: 'serial' });

let floor: Floor;

test.beforeAll(async ({ browser }) => {
  floor = await openFloor(browser, 'banca', [jar]);
});

test('two people share a station on a phone by PIN; ten wrong ones lock it, and it is revoked @campaign', ({
  browser,
}) => shareStation(browser, floor));
