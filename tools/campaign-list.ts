/**
 * Campaigns that are tests, with the beginnings of their files' names. They kill, flood or attack what other tests would
 * share, so `npm run campaigns` runs them in their small forms and `npm test` does not.
 */
export const testCampaigns = {
  process: ['faults/process/'],
  kill: [
    'server/orders/test/kill',
    'server/orders/picking/floor-property',
    'server/supply/receiving/receiving-property',
  ],
  notifications: ['faults/notifications/'],
  'crash-points': ['faults/crash-points/'],
  fuzz: ['fuzz/'],
  pooler: ['faults/pooler/'],
  network: ['faults/marketplace/'],
  queue: ['faults/queue/'],
  bench: ['bench/'],
  planted: ['faults/planted/'],
} as const;

/**
 * Campaigns that run at the same time, because some of them mostly wait, and the minutes that they took at most
 * together on the slowest machine seen, with browser stories beside them.
 */
export const campaignParts: readonly {
  campaigns: readonly (keyof typeof testCampaigns)[];
  minutes: number;
}[] = [
  { campaigns: ['crash-points', 'planted'], minutes: 16 },
  { campaigns: ['kill', 'notifications'], minutes: 14 },
  { campaigns: ['fuzz', 'network'], minutes: 14 },
  { campaigns: ['process', 'queue', 'bench', 'pooler'], minutes: 13 },
];

/** How the names of all files of test campaigns begin. */
export const campaignFiles: readonly string[] = Object.values(testCampaigns).flat();
