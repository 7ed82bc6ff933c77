import type { PickingList, PickingStop } from '#contract/orders/picking.ts';

/** Where a stop is, in the word that stands on the shelf. */
export const placeOf = (stop: PickingStop) =>
  stop.position === null ? stop.volume.name : `${stop.position} · ${stop.volume.name}`;

/** At a place, what is left there; elsewhere, the next of the walk. */
export function nextStop(list: PickingList, from: string | null): PickingStop | undefined {
  const here = list.stops.find((stop) => stop.volume.name === from || stop.position === from);
  return here ?? list.stops[0];
}

/** Where somebody is sent: what was said there is void elsewhere. */
export const whereabouts = (stop: PickingStop | undefined) =>
  stop ? `${stop.volume.id} ${stop.variation.id}` : '';
