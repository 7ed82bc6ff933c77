import { api } from '#contract/index.ts';
import { sampleOf } from '../../../test/sample.ts';

/** A registered, empty volume that is not stored yet, as a start for tests. */
export const volume = sampleOf(api.volumes.detail.response, {
  id: 7,
  code: 'V00001K',
  name: '',
  state: 'registered',
  warehouse: { id: 3, name: 'Centro' },
  position: null,
  zeroCheck: false,
  checked: false,
  tested: false,
  launchedAt: null,
  lastCheckAt: null,
  createdAt: '2026-03-02T12:00:00.000Z',
  units: 0,
  products: [],
  productCount: 0,
  lines: [],
  expectedQuantity: null,
  receipt: null,
  blockedAs: null,
  transfer: null,
  version: 1,
});
