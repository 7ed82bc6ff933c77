import type { Permission } from '../permissions.ts';

export const volumeStates = [
  'registered',
  'tagged',
  'active',
  'in_balance',
  'blocked',
  'empty',
  'voided',
  'archived',
] as const;
export type VolumeState = (typeof volumeStates)[number];

/** Verbs of a volume: the states they start from, the one they lead to (absent: the state stays), and who may. */
export const volumeActs = {
  change: { from: ['registered', 'tagged'], permission: 'volumes.update' },
  replicate: { from: ['registered', 'tagged'], permission: 'volumes.update' },
  tag: { from: ['registered'], to: 'tagged', permission: 'volumes.update' },
  void: { from: ['registered', 'tagged'], to: 'voided', permission: 'volumes.delete' },
  launch: { from: ['tagged'], to: 'active', permission: 'volumes.update' },
  unlaunch: { from: ['active'], to: 'tagged', permission: 'volumes.unlaunch' },
  move: { from: ['active', 'blocked', 'empty'], permission: 'volumes.update' },
  moveProducts: { from: ['active'], permission: 'volumes.update' },
  receiveProducts: { from: ['active', 'empty'], to: 'active', permission: 'volumes.update' },
  adjust: { from: ['active', 'empty', 'in_balance'], permission: 'volumes.adjust' },
  confirmEmpty: { from: ['active'], to: 'empty', permission: 'volumes.zero-check' },
  denyEmpty: { from: ['active'], to: 'in_balance', permission: 'volumes.zero-check' },
  block: { from: ['active'], to: 'blocked', permission: 'volumes.update' },
  unblock: { from: ['blocked'], to: 'active', permission: 'volumes.update' },
} as const satisfies Record<
  string,
  { from: readonly VolumeState[]; to?: VolumeState; permission: Permission }
>;

export type VolumeAct = keyof typeof volumeActs;

export const volumeEventKinds = [
  'created',
  'replicated',
  'changed',
  'tagged',
  'launched',
  'unlaunched',
  'moved',
  'products-out',
  'products-in',
  'adjusted',
  'blocked',
  'unblocked',
  'picked',
  'put-back',
  'emptied',
  'not-empty',
  'voided',
] as const;
export type VolumeEventKind = (typeof volumeEventKinds)[number];
