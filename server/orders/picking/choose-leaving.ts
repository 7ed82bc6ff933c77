/** Units of the missing product that a sale needs in total. */
export type Wanting = { id: number; units: number };

/** How many of these sales can be served: those that need the fewest units come first. */
function countServed(sales: readonly Wanting[], supply: number): number {
  let left = supply;
  let served = 0;
  for (const units of sales.map((sale) => sale.units).toSorted((one, other) => one - other)) {
    if (units > left) break;
    left -= units;
    served += 1;
  }
  return served;
}

/**
 * The sales that leave a list when only `supply` units of a product are left for it: the fewest possible, and among sets
 * of that size the one that keeps the most urgent sales. `sales` are given with the most urgent first.
 */
export function chooseLeaving(sales: readonly Wanting[], supply: number): Set<number> {
  const leaving = new Set<number>();
  let left = supply;
  let places = countServed(sales, supply);
  for (const [index, { id, units }] of sales.entries()) {
    const isKept = units <= left && countServed(sales.slice(index + 1), left - units) >= places - 1;
    if (!isKept) {
      leaving.add(id);
      continue;
    }
    left -= units;
    places -= 1;
  }
  return leaving;
}
