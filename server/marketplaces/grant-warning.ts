import { addMinutes } from '#contract/dates.ts';

/** The owner is told of a consent that ends from a week before on, as the marketplace tells us. */
const warnedMinutes = 7 * 24 * 60;

export const warnedUntil = (now: Date): Date => addMinutes(now, warnedMinutes);
