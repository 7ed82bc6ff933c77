import type { LabelHindrance } from '#contract/orders/parcel-label.ts';
import { createQueue } from '../../ui/queue.ts';

/** Problems that keep a parcel on the bench until its packer settles them, at most one for each sale. */
export type Pause = { id: number; why: LabelHindrance; reason: string };

const queue = createQueue<Pause>();
/** The bench of a sale shows its problem over everything else, even if the confirmation started on another page. */
export const pauses = queue.source;

export function pause(one: Pause): void {
  settlePause(one.id);
  queue.add(one);
}

export const settlePause = (id: number) => queue.remove((other) => other.id === id);
