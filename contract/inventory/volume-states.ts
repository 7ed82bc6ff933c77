import type { EventTone } from '../event-tone.ts';
import type { Permission } from '../permissions.ts';
import type { SupplyRequestState } from '../supply/supply-request-states.ts';

export const volumeStates = [
  'registered',
  'tagged',
  'active',
  'in_balance',
  'blocked',
  'in_transit',
  'empty',
  'voided',
  'archived',
] as const;
export type VolumeState = (typeof volumeStates)[number];

/** Why the contents of a volume are held back. */
export const blockCauses = ['damaged', 'quarantine', 'failed_test'] as const;
export type BlockCause = (typeof blockCauses)[number];
export const maxBlockPhotos = 6;

/** Causes of a write-off: those causes of a count that mean a loss. */
export const writeOffCauses = ['damaged', 'expired', 'lost'] as const;

/**
 * Verbs of a volume: the states from which they start, the one to which they lead (absent: the state stays), and their
 * permission.
 */
export const volumeActs = {
  change: { from: ['registered', 'tagged'], permission: 'volumes.update' },
  replicate: { from: ['registered', 'tagged'], permission: 'volumes.update' },
  tag: { from: ['registered'], to: 'tagged', permission: 'volumes.update' },
  void: { from: ['registered', 'tagged'], to: 'voided', permission: 'volumes.delete' },
  launch: { from: ['tagged'], to: 'active', permission: 'volumes.update' },
  unlaunch: { from: ['active'], to: 'tagged', permission: 'volumes.unlaunch' },
  /** A packer only onto the bench and off it. */
  move: { from: ['active', 'blocked', 'empty'], permission: 'volumes.move' },
  moveProducts: { from: ['active'], permission: 'volumes.update' },
  receiveProducts: { from: ['active', 'empty'], to: 'active', permission: 'volumes.update' },
  adjust: { from: ['active', 'empty'], permission: 'volumes.adjust' },
  confirmEmpty: { from: ['active'], to: 'empty', permission: 'volumes.zero-check' },
  denyEmpty: { from: ['active'], to: 'in_balance', permission: 'volumes.zero-check' },
  startBalance: { from: ['active', 'empty'], to: 'in_balance', permission: 'balances.start' },
  endBalance: { from: ['in_balance'], permission: 'balances.count' },
  block: { from: ['active'], to: 'blocked', permission: 'volumes.update' },
  unblock: { from: ['blocked'], to: 'active', permission: 'volumes.update' },
  writeOff: { from: ['blocked'], to: 'archived', permission: 'volumes.adjust' },
  /** Onto a return to the vendor, which holds it until it is canceled or the goods leave. */
  returnToVendor: { from: ['blocked'], permission: 'volumes.update' },
  archive: { from: ['empty'], to: 'archived', permission: 'volumes.update' },
  /** One on its way is sent elsewhere, or back. */
  transfer: { from: ['active', 'in_transit'], to: 'in_transit', permission: 'volumes.update' },
  arrive: { from: ['in_transit'], to: 'active', permission: 'volumes.update' },
} as const satisfies Record<
  string,
  { from: readonly VolumeState[]; to?: VolumeState; permission: Permission }
>;

export type VolumeAct = keyof typeof volumeActs;

/** The step of its supply request in which an act on a volume is allowed; other acts need no step. */
const stepOf: Partial<Record<VolumeAct, SupplyRequestState>> = {
  change: 'register_volumes',
  replicate: 'register_volumes',
  void: 'register_volumes',
  tag: 'tag_volumes',
  launch: 'stock_up',
  unlaunch: 'stock_up',
};

export const asksForStep = (verb: VolumeAct): boolean => stepOf[verb] !== undefined;

/** Whether the receipt of a volume, if any, is in the step of an act. */
export const fitsStep = (verb: VolumeAct, receipt: { state: SupplyRequestState } | null): boolean =>
  !receipt || !asksForStep(verb) || stepOf[verb] === receipt.state;

/**
 * Kinds of lines in the history of a volume. Each is a change of the volume, which increases its version; only the
 * owner of the stock sees them. Their words are under `volumeEvent` of the messages.
 */
export const volumeEvents = {
  created: { tone: 'neutral' },
  replicated: { tone: 'neutral' },
  changed: { tone: 'neutral' },
  tagged: { tone: 'neutral' },
  launched: { tone: 'good' },
  unlaunched: { tone: 'attention' },
  moved: { tone: 'neutral' },
  'products-out': { tone: 'neutral' },
  'products-in': { tone: 'neutral' },
  adjusted: { tone: 'attention' },
  blocked: { tone: 'bad' },
  unblocked: { tone: 'good' },
  'written-off': { tone: 'bad' },
  'vendor-return-added': { tone: 'attention' },
  'vendor-return-removed': { tone: 'neutral' },
  'vendor-returned': { tone: 'bad' },
  archived: { tone: 'neutral' },
  transferred: { tone: 'attention' },
  arrived: { tone: 'good' },
  picked: { tone: 'neutral' },
  'put-back': { tone: 'neutral' },
  'tote-taken': { tone: 'neutral' },
  suspected: { tone: 'bad' },
  emptied: { tone: 'neutral' },
  'not-empty': { tone: 'attention' },
  'balance-started': { tone: 'attention' },
  'balance-checked': { tone: 'good' },
  'balance-corrected': { tone: 'attention' },
  'balance-canceled': { tone: 'neutral' },
  voided: { tone: 'bad' },
  received: { tone: 'neutral' },
  untagged: { tone: 'attention' },
} as const satisfies Record<string, { tone: EventTone }>;

export type VolumeEventKind = keyof typeof volumeEvents;
export const volumeEventKinds = Object.keys(volumeEvents) as VolumeEventKind[];
