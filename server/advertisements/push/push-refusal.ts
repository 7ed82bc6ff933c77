import type { FaultField, RemoteCause } from '#contract/advertisements/sync-error.ts';
import { Refused } from '#server/advertisements/publication/publication-job.ts';
import type { Target, TargetVariation } from '#server/advertisements/publication/publication-target.ts';
import { Fault } from '#server/fault.ts';
import { circuitOpenErrorOf } from '#server/outside/circuit.ts';
import type { ContentPart } from '#server/outside/marketplaces/listing.ts';
import { MarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';

export type Part = ContentPart | 'state' | 'stock' | 'price';

const fieldOfPart: Record<Part, FaultField> = {
  state: 'state',
  stock: 'quantity',
  price: 'price',
  type: 'type',
  pictures: 'images',
  package: 'dimensions',
  attributes: 'attributes',
  condition: 'condition',
  terms: 'warranty',
  freight: 'freeShipping',
  identity: 'sku',
  wholesale: 'wholesale',
  video: 'other',
  description: 'description',
  name: 'name',
};

/** Why a part was refused, and of which variation if it has its own listing; null if it was not refused. */
export function causesOf(
  error: unknown,
  target: Target,
  variations: readonly Pick<TargetVariation, 'id'>[],
  part?: Part,
): RemoteCause[] | null {
  if (!isRefusal(error)) return null;
  const [only] = variations;
  const isOne = target.variations.length > 1 && variations.length === 1;
  const place = target.variations.findIndex(({ id }) => id === only?.id);
  return error.causes.map((cause) => ({
    ...cause,
    field: part && cause.field === 'other' ? fieldOfPart[part] : cause.field,
    variation: cause.variation ?? (isOne && place >= 0 ? place : null),
  }));
}

const isRefusal = (error: unknown): error is Refused | MarketplaceError =>
  error instanceof Refused ? error.kind === 'refused' : error instanceof MarketplaceError && !error.retryable;

/** The next listing may succeed, unless the account is disconnected or the marketplace asks to wait. */
export const mayGoOn = (error: unknown): boolean => !circuitOpenErrorOf(error) && !(error instanceof Fault);
