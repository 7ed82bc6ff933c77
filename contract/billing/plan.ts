/** What each plan holds; null: without limit. */
export const planLimits = {
  free: { storageBytes: 100 * 1024 ** 2, publications: 5 },
  pro: { storageBytes: 5 * 1024 ** 3, publications: 1000 },
  enterprise: { storageBytes: 100 * 1024 ** 3, publications: null },
} as const satisfies Record<string, { storageBytes: number; publications: number | null }>;
