/**
 * Campaigns that are tests: how the names of their files begin. They kill, flood or strike what others would share,
 * and take minutes, so `npm run campaigns` runs them in their small forms and `npm test` does not. The longest stand
 * first and begin first: begun last, one would run alone at the end. What tests a campaign's own tools runs with it.
 */
export const campaignFiles = {
  process: ['faults/process/'],
  kill: [
    'server/orders/test/kill',
    'server/orders/picking/floor-property',
    'server/supply/receiving/receiving-property',
  ],
  notifications: ['faults/notifications/'],
  'crash-points': ['faults/crash-points/'],
  fuzz: ['fuzz/part-', 'fuzz/'],
  network: ['faults/marketplace/'],
  queue: ['faults/queue/'],
  bench: ['bench/'],
  planted: ['faults/planted/'],
} as const;
