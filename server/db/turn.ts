/** When all that follows from what has just come is done: promises first, then this. */
export function afterThisTurn(work: () => void): void {
  queueMicrotask(() => process.nextTick(work));
}

/** Asked together, so that it travels together, and done in this order: what failed first is what is told. */
export async function inOrder<T extends unknown[]>(...asked: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  for (const one of asked) one.catch(() => undefined);
  const answers: unknown[] = [];
  for (const one of asked) answers.push(await one);
  return answers as T;
}
