import type { Item, Model, PlacedStock } from '../market.ts';

/** Where the units of an item or model are. `stock` is always the sum of the shop's own places. */

type Place = Item | Model;

const sumOf = (list: PlacedStock[]): number => list.reduce((sum, { stock }) => sum + stock, 0);

export const ownPlaces = (place: Pick<Place, 'stock' | 'places'>): PlacedStock[] =>
  place.places ?? [{ location_id: '', stock: place.stock }];

export const shopeeStockOf = (place: Pick<Place, 'shopee_stock'>): number => sumOf(place.shopee_stock ?? []);

export const writeOwn = (place: Place, levels: PlacedStock[]): void => {
  const [first] = levels;
  if (levels.length === 1 && first?.location_id === '') delete place.places;
  else place.places = levels;
  place.stock = sumOf(levels);
};

/** One number, as in the seller's panel: it is put into the first place. */
export const writeWhole = (place: Place, stock: number): void =>
  writeOwn(
    place,
    ownPlaces(place).map(({ location_id: id }, index) => ({
      location_id: id,
      stock: index === 0 ? stock : 0,
    })),
  );

/** An order is sent either by the marketplace or by the shop. */
export const sideOf = (place: Place, byShopee: boolean): number =>
  byShopee ? shopeeStockOf(place) : place.stock - place.reserved;

/** The most units that one order may have. */
export const mostOf = (place: Place): number => Math.max(sideOf(place, true), sideOf(place, false));

/** From the fullest place first. */
export const takeFrom = (place: Place, quantity: number, byShopee: boolean): PlacedStock[] => {
  const list = byShopee ? (place.shopee_stock ?? []) : ownPlaces(place);
  const taken: PlacedStock[] = [];
  let left = quantity;
  for (const level of list.toSorted((one, other) => other.stock - one.stock)) {
    const here = Math.min(left, level.stock);
    if (here <= 0) continue;
    level.stock -= here;
    left -= here;
    taken.push({ location_id: level.location_id, stock: here });
  }
  if (!byShopee) writeOwn(place, list);
  return taken;
};

/** Back to the places it was taken from, the last one first. */
export const giveBack = (place: Place, taken: PlacedStock[], quantity: number, byShopee: boolean): void => {
  const list = byShopee ? (place.shopee_stock ?? []) : ownPlaces(place);
  let left = quantity;
  for (const from of taken.toReversed()) {
    const here = Math.min(left, from.stock);
    const level = list.find(({ location_id: id }) => id === from.location_id) ?? list[0];
    if (here <= 0 || level === undefined) continue;
    level.stock += here;
    from.stock -= here;
    left -= here;
  }
  // Of orders that do not know their places.
  const [first] = list;
  if (first !== undefined) first.stock += left;
  if (!byShopee) writeOwn(place, list);
};
