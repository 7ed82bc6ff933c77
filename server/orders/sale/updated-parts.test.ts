import { expect, test } from 'vitest';
import { partsChangedBy } from './updated-parts.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));

test('lists the changed facts of a report by name, in a fixed order, without its time', () => {
  const known = {
    freight_centavos: 500,
    dispatch_limit: at(12),
    buyer: { city: 'Recife', zip: '50000000' },
    buyer_name: 'Ana',
    shipment_updated_at: at(9),
  };
  expect(
    partsChangedBy(known, {
      freight_centavos: 700,
      dispatch_limit: at(15),
      buyer: JSON.stringify({ zip: '50000000', city: 'Recife' }),
      buyer_name: 'Ana',
      shipment_updated_at: at(10),
    }),
  ).toEqual(['dispatchLimit', 'freight']);
  expect(partsChangedBy(known, { dispatch_limit: at(12), shipment_updated_at: at(11) })).toEqual([]);
});
