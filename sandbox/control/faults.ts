import type { Fields } from '../reading.ts';
import { isFields, isOn, numberOf, textOf } from '../reading.ts';

/** How one answer of the marketplace may go wrong. */
export const callFaults = [
  'rate-limit-json',
  'rate-limit-text',
  'error-500',
  'conflict-409',
  'locked-423',
  'refused-400',
  'forbidden-403',
  'unauthorized-401',
  'slow',
  'silent',
  'truncated',
  'html',
  'wrong-type',
  'wrong-id',
  'partial-206',
  'failed-shipments',
  'long-ids',
] as const;

/** How the delivery of one notification may go wrong. */
export const notificationFaults = [
  'notify-duplicate',
  'notify-late',
  'notify-lost',
  'notify-missed',
  'notify-hold',
] as const;

export type CallFaultKind = (typeof callFaults)[number];
type NotificationFaultKind = (typeof notificationFaults)[number];

export type Fault<Kind extends string = CallFaultKind | NotificationFaultKind> = {
  id: number;
  kind: Kind;
  /** Only calls made with this seller's token, or notifications about this seller. */
  seller: number | null;
  method: string | null;
  /** Path below the marketplace's own, `*` for any run of characters. */
  path: string | null;
  topic: string | null;
  /** How many more times it strikes; null until removed. */
  times: number | null;
  /** For errors and silence: whether the call takes effect before its answer is spoiled. */
  applied: boolean;
  delayMs: number;
  copies: number;
  /** Seconds, in the header of a 429; null sends none. */
  retryAfter: number | null;
};

export type ZipCodeMode = 'up' | 'down' | 'slow' | 'not-found' | 'not-found-boolean';

export type FaultList<Kind extends string> = { nextId: number; active: Fault<Kind>[] };

export type Faults = FaultList<CallFaultKind | NotificationFaultKind> & {
  zipCode: ZipCodeMode;
  clockAheadMs: number;
};

export const emptyFaults = (): Faults => ({ nextId: 1, active: [], zipCode: 'up', clockAheadMs: 0 });

export const restoreFaults = (found: unknown): Faults =>
  isFields(found) && Array.isArray(found.active) ? (found as Faults) : emptyFaults();

const pathMatches = (pattern: string, path: string): boolean => {
  const source = pattern
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}$`).test(path);
};

export type Occasion = {
  seller: number | null;
  method?: string;
  path?: string;
  topic?: string;
};

/** The first fault that fits, counted down; null when the world behaves. */
export const strike = <Kind extends string>(
  faults: FaultList<Kind>,
  kinds: readonly string[],
  occasion: Occasion,
): Fault<Kind> | null => {
  const fits = (fault: Fault<Kind>) =>
    kinds.includes(fault.kind) &&
    (fault.seller === null || fault.seller === occasion.seller) &&
    (fault.method === null || fault.method === occasion.method) &&
    (fault.topic === null || fault.topic === occasion.topic) &&
    (fault.path === null || (occasion.path !== undefined && pathMatches(fault.path, occasion.path)));
  const found = faults.active.find(fits);
  if (found === undefined) return null;
  if (found.times !== null) {
    found.times -= 1;
    if (found.times <= 0) faults.active = faults.active.filter((fault) => fault.id !== found.id);
  }
  return found;
};

export const addToFaults = <Kind extends string>(
  faults: FaultList<Kind>,
  kind: Kind,
  body: Fields,
): Fault<Kind> => {
  const fault: Fault<Kind> = {
    id: faults.nextId,
    kind,
    seller: numberOf(body.seller),
    method: textOf(body.method)?.toUpperCase() || null,
    path: textOf(body.path) || null,
    topic: textOf(body.topic) || null,
    times: numberOf(body.times),
    applied: isOn(body.applied),
    delayMs: numberOf(body.delayMs) ?? 10_000,
    copies: numberOf(body.copies) ?? 3,
    retryAfter: numberOf(body.retryAfter),
  };
  faults.nextId += 1;
  faults.active.push(fault);
  return fault;
};
