/**
 * By how much the first is slower, or faster, at the very least: the median of the differences lies between these two
 * ranks 999 times of 1000, however busy the machine is. Both are taken by turns, so that it is busy for both.
 */
export function certainlyApart(one: readonly number[], other: readonly number[]): number {
  const apart = differences(one, other);
  const margin = Math.ceil((3.3 * Math.sqrt(apart.length)) / 2);
  const middle = Math.floor(apart.length / 2);
  const [low = 0, high = 0] = [apart[middle - margin], apart[middle + margin]];
  return Math.max(0, low, -high);
}

/** The median of the differences, either way: what it looks like so far, and no more. */
export function middleApart(one: readonly number[], other: readonly number[]): number {
  const apart = differences(one, other);
  return Math.abs(apart[Math.floor(apart.length / 2)] ?? 0);
}

function differences(one: readonly number[], other: readonly number[]): number[] {
  return one.map((took, n) => took - (other[n] ?? 0)).toSorted((a, b) => a - b);
}
