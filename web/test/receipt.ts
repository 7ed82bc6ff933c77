import { api } from '#contract/index.ts';
import { sampleOf } from './sample.ts';

/** The remainder of another request, whose volumes are checked. */
export const receipt = sampleOf(api.supplyRequestsOngoing.detail.response, {
  id: 7,
  number: 41,
  supplier: { id: 2, name: 'Vale Cerâmica' },
  warehouse: { id: 3, name: 'Galpão' },
  state: 'check_volumes',
  estimatedDelivery: null,
  late: false,
  totalProducts: 12,
  createdAt: '2026-11-20T12:00:00.000Z',
  createdBy: 'Mariana Prado',
  lines: [],
  volumes: [],
  invoices: [],
  openProblems: 0,
  steps: [],
  parent: { id: 5, number: 40 },
  version: 3,
});
