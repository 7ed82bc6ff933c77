const MINUTE = 60_000;
/** Mercado Livre writes order times with this offset, one hour behind Brasília. */
const MARKET_OFFSET_MINUTES = -240;
const BRASILIA_OFFSET_MINUTES = -180;

export type Clock = {
  now: () => Date;
  /** Milliseconds this clock runs ahead of the time it was given. */
  ahead: () => number;
  turn: (milliseconds: number) => void;
};

export const createClock = (source: () => Date = () => new Date(), startAhead = 0): Clock => {
  let ahead = startAhead;
  return {
    now: () => new Date(source().getTime() + ahead),
    ahead: () => ahead,
    turn: (milliseconds) => {
      ahead += milliseconds;
    },
  };
};

export const later = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() + milliseconds);

const withOffset = (iso: string, offsetMinutes: number): string => {
  const local = new Date(new Date(iso).getTime() + offsetMinutes * MINUTE).toISOString().slice(0, -1);
  const hours = String(Math.abs(offsetMinutes) / 60).padStart(2, '0');
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${hours}:00`;
};

/** `2026-08-02T09:20:02.000-04:00` */
export const marketTime = (iso: string): string => withOffset(iso, MARKET_OFFSET_MINUTES);

export const brasiliaTime = (iso: string): string => withOffset(iso, BRASILIA_OFFSET_MINUTES);

/** The wall clock of Brasília, read through the UTC fields. */
export const brasiliaWall = (moment: Date): Date =>
  new Date(moment.getTime() + BRASILIA_OFFSET_MINUTES * MINUTE);

/** Same day or later, at a wall-clock hour of Brasília. */
export const brasiliaHour = (moment: Date, addDays: number, hour: number): Date => {
  const local = new Date(moment.getTime() + BRASILIA_OFFSET_MINUTES * MINUTE);
  const wall = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + addDays, hour);
  return new Date(wall - BRASILIA_OFFSET_MINUTES * MINUTE);
};
