import { expect, test } from 'vitest';
import { columnsOfKind, importKinds } from '#contract/business/import/kinds.ts';
import { messages } from '#contract/messages/index.ts';
import { wordsOfColumn } from '#contract/messages/labels.ts';

/**
 * Cells that the example row leaves empty: it is one mug in one warehouse, from a vendor who needs no more, in a
 * new ad.
 */
const empty = [
  ...['voltage', 'flavor', 'material', 'category', 'cest'].map((key) => `products.${key}`),
  ...['publication', 'composition'].map((key) => `ads.${key}`),
  ...['prices.warehouse', 'stock.warehouse', 'volumes.lot', 'volumes.expires'],
  ...['stateInscription', 'complement', 'notes'].map((key) => `vendors.${key}`),
];

test('each column of a template has an example in both languages, or is empty there on purpose', () => {
  const missing = Object.values(messages).map(({ business }) =>
    importKinds.flatMap((kind) =>
      columnsOfKind(kind)
        .filter((column) => !column.foreign)
        .filter(({ key }) => !wordsOfColumn(business.imports.columns, kind, key).example)
        .map(({ key }) => `${kind}.${key}`),
    ),
  );
  for (const ofLanguage of missing) expect(ofLanguage.toSorted()).toEqual(empty.toSorted());
});
