/** Runs after every promise that is settled by now has had its turn, and before the next I/O. */
export function onNextTick(work: () => void): void {
  queueMicrotask(() => process.nextTick(work));
}
