/** Jobs of one process share a scope, within which work is batched; without one each runs alone. */
export type BatchScope = { readonly batchScope?: object };

type Waiting<C, I, O> = { context: C; item: I; done: (answer: O) => void; failed: (error: unknown) => void };
type Line<C, I, O> = { waiting: Waiting<C, I, O>[]; running: boolean };

/**
 * Batches work that costs little more for several items than for one. Items that arrive during a run under the same key
 * wait, and up to `most` of them are the next run; `run` answers for each item, in order. If a run fails, each of its
 * items is run alone: no item fails because of another one, and a job keeps its own attempts.
 */
export function createBatcher<C extends BatchScope, I, O>(
  most: number,
  run: (context: C, key: number, items: readonly I[]) => Promise<readonly O[]>,
): (context: C, key: number, item: I) => Promise<O> {
  const scopes = new WeakMap<object, Map<number, Line<C, I, O>>>();

  async function alone(context: C, key: number, item: I): Promise<O> {
    const [answer] = await run(context, key, [item]);
    return answer as O;
  }

  async function together(key: number, batch: readonly Waiting<C, I, O>[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    try {
      const answers = await run(
        first.context,
        key,
        batch.map(({ item }) => item),
      );
      for (const [n, { done }] of batch.entries()) done(answers[n] as O);
    } catch (error) {
      if (batch.length === 1) first.failed(error);
      else
        await Promise.all(
          batch.map(({ context, item, done, failed }) => alone(context, key, item).then(done, failed)),
        );
    }
  }

  async function work(lines: Map<number, Line<C, I, O>>, key: number, line: Line<C, I, O>): Promise<void> {
    line.running = true;
    while (line.waiting.length > 0) await together(key, line.waiting.splice(0, most));
    lines.delete(key);
  }

  return (context, key, item) => {
    const { batchScope } = context;
    if (!batchScope) return alone(context, key, item);
    const lines = scopes.get(batchScope) ?? new Map<number, Line<C, I, O>>();
    scopes.set(batchScope, lines);
    const line = lines.get(key) ?? { waiting: [], running: false };
    lines.set(key, line);
    return new Promise((done, failed) => {
      line.waiting.push({ context, item, done, failed });
      if (!line.running) void work(lines, key, line);
    });
  };
}
