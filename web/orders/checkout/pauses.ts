import type { LabelHindrance } from '#contract/orders/parcel-label.ts';
import { createQueue } from '../../ui/queue.ts';

/** What keeps a parcel on the bench until its packer has settled it; at most one of each sale. */
export type Pause = { id: number; why: LabelHindrance; reason: string };

const queue = createQueue<Pause>();
/** The bench of a sale shows its pause over everything else, also where the confirmation began on another page. */
export const pauses = queue.source;

export function pause(one: Pause): void {
  settlePause(one.id);
  queue.add(one);
}

export const settlePause = (id: number) => queue.remove((other) => other.id === id);
