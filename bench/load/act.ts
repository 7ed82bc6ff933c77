import type { Sent } from '../client.ts';

export type Kind = 'read' | 'write' | 'notification' | 'sign-in';

/** `done` is called with the answer, for acts that other acts wait for. */
export type Act = { kind: Kind; sent: Sent; done?: (ok: boolean) => void };

export type Random = () => number;

/** Numbers in [0, 1), the same for one seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (Math.imul(state ^ (state >>> 16), 2_246_822_519) >>> 0) / 2 ** 32;
  };
}
