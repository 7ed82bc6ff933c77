/**
 * Campaigns that are tests, by the prefixes of their file names. They kill, flood or attack shared resources, so `npm
 * run campaigns` runs them in small forms and `npm test` does not.
 */
export const testCampaigns = {
  process: ['faults/process/'],
  kill: [
    'server/orders/test/kill',
    'server/advertisements/campaign/many-ads',
    'server/orders/picking/floor-property',
    'server/supply/receiving/receiving-property',
  ],
  notifications: ['faults/notifications/'],
  'crash-points': ['faults/crash-points/'],
  fuzz: ['fuzz/'],
  pooler: ['faults/pooler/'],
  deploy: ['faults/deploy/'],
  network: ['faults/marketplace/'],
  queue: ['faults/queue/'],
  bench: ['bench/'],
  quarter: ['faults/quarter/'],
  planted: ['faults/planted/'],
} as const;

/**
 * Campaigns that run at the same time, because some of them mostly wait, with the longest time they took together on
 * the slowest known machine, browser stories included.
 */
export const campaignParts: readonly {
  campaigns: readonly (keyof typeof testCampaigns)[];
  minutes: number;
}[] = [
  { campaigns: ['crash-points', 'planted'], minutes: 16 },
  { campaigns: ['kill', 'notifications', 'quarter'], minutes: 16 },
  { campaigns: ['fuzz', 'network'], minutes: 14 },
  { campaigns: ['process', 'queue', 'bench', 'pooler', 'deploy'], minutes: 13 },
];

/** How the names of all files of test campaigns begin. */
export const campaignFiles: readonly string[] = Object.values(testCampaigns).flat();
