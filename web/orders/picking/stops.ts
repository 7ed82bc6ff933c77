import type { PickingList, PickingStop } from '#contract/orders/picking.ts';

/** The place of a stop, as written on the shelf. */
export const placeOf = (stop: PickingStop) =>
  stop.position === null ? stop.volume.name : `${stop.position} · ${stop.volume.name}`;

/** At a place the remaining units there, otherwise the next stop. */
export function nextStop(list: PickingList, from: string | null): PickingStop | undefined {
  const here = list.stops.find((stop) => stop.volume.name === from || stop.position === from);
  return here ?? list.stops[0];
}

/** The current place; messages about another place are outdated. */
export const stopKey = (stop: PickingStop | undefined) =>
  stop ? `${stop.volume.id} ${stop.variation.id}` : '';
