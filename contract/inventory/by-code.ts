/** Both, by their codes. */
export function byCode(
  one: { prefix: string; index: number },
  other: { prefix: string; index: number },
): number {
  return Number(one.prefix > other.prefix) - Number(one.prefix < other.prefix) || one.index - other.index;
}
