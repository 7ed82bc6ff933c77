export const manifestStates = ['open', 'closed'] as const;
export type ManifestState = (typeof manifestStates)[number];
