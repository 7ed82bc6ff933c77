import type { dashboard as pt, dashboardFailures as ptFailures } from '../pt/inventory-dashboard.ts';
import type { Translation } from '../translation.ts';

export const dashboard: Translation<typeof pt> = {
  title: 'Warehouse dashboard',
  empty: 'No warehouse yet',
  emptyHint: 'Create a warehouse to see here what leaves today and how the stock stands.',
  lanes: 'Due now',
  noLanes: 'Nothing waits to be packed.',
  limit: 'Dispatch limit',
  left: 'Left',
  late: 'Late',
  noLimit: 'No limit',
  toPack: 'To pack',
  packed: 'Awaiting collection',
  pace: 'Packed in the last hour',
  byMe: 'yours: {{count}}',
  needed: 'Pace needed',
  perHour: '{{count}} an hour',
  over: 'the limit is over',
  paceOk: 'in time',
  paceShort: '{{count}} an hour short',
  moreLanes: 'See all {{count}} sales',
  chart: 'Sales by dispatch limit',
  shelf: 'Stock',
  receiving: 'In receiving',
  toStore: 'To put away',
  inBalance: 'In balance',
  blocked: 'Blocked',
  emptyPositions: 'Empty locations',
  accuracy: 'Counts that were right',
  accuracyHint: '{{right}} of {{counted}} in {{days}} days',
  noCounts: 'none in {{days}} days',
  occupancy: 'Occupancy by prefix',
  occupied: '{{used}} of {{all}} locations taken',
  noPositions: 'No locations yet.',
  oldest: 'Oldest volumes',
  noVolumes: 'No volume in stock.',
  since: 'since {{at}}',
};

export const dashboardFailures: Translation<typeof ptFailures> = {
  'warehouseCenterDashboard.detail': 'Could not load the warehouse dashboard!',
};
