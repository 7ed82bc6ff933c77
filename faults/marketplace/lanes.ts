import { type Lane, openLane } from './lane.ts';

export type Lanes = {
  readonly all: readonly Lane[];
  /** Acts mostly wait for the network, so several run at the same time, each in its own lane. */
  take<T>(work: (lane: Lane) => Promise<T>): Promise<T>;
};

export async function openLanes(amount: number): Promise<Lanes> {
  const free: Lane[] = [];
  for (let n = 0; n < amount; n++) free.push(await openLane());
  const waiting: ((lane: Lane) => void)[] = [];
  return {
    all: [...free],
    async take(work) {
      const lane = free.pop() ?? (await new Promise<Lane>((resolve) => waiting.push(resolve)));
      try {
        return await work(lane);
      } finally {
        const next = waiting.shift();
        if (next) next(lane);
        else free.push(lane);
      }
    },
  };
}
