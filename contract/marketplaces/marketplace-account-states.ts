export const accountStates = ['connected', 'disconnected'] as const;
export type AccountState = (typeof accountStates)[number];

/** Why an account is disconnected; other texts of the marketplace are stored as they are and shown as `other`. */
export const disconnectReasons = ['invalid_grant', 'revoked', 'removed'] as const;

export const accountActs = {
  connect: { from: ['disconnected', 'connected'], to: 'connected' },
  disconnect: { from: ['connected'], to: 'disconnected' },
  sync: { from: ['connected'], to: 'connected' },
  remove: { from: ['connected', 'disconnected'], to: 'disconnected' },
} as const satisfies Record<string, { from: readonly AccountState[]; to: AccountState }>;
