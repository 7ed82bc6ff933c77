import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { itemOf } from '../../test/sample.ts';
import { targetsFor } from './bank-targets.ts';

const statement = api.bankStatements.detail.response;

test('open invoices are offered with the amount of the credit first, then the nearest ones', () => {
  const row = itemOf(statement, 'rows', { amountCentavos: 26_250, targets: [] });
  const open = [30_530, 6_090, 26_250, 26_000].map((payableCentavos, index) =>
    itemOf(statement, 'open', { id: index + 1, payableCentavos }),
  );
  const { others } = targetsFor(row, open);
  expect(others.map(({ key }) => key)).toEqual(['i3', 'i4', 'i1', 'i2']);
});
