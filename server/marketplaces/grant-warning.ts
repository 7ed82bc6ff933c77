import { addMinutes } from '#contract/dates.ts';

/** Owners are warned from one week before the end of the consent that the marketplace reports. */
const warnedMinutes = 7 * 24 * 60;

export const warnedUntil = (now: Date): Date => addMinutes(now, warnedMinutes);
