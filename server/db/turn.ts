/** When all that follows from what has just come is done: promises first, then this. */
export function afterThisTurn(work: () => void): void {
  queueMicrotask(() => process.nextTick(work));
}
