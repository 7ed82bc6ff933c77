/** Instants are ISO strings in UTC on the wire; a day is `yyyy-mm-dd` in Sao Paulo. One time zone, here. */
export const timeZone = 'America/Sao_Paulo';
export type Day = string;
export type Instant = string;

/** Made on first use: the first one of a page loads the time zones, which takes 10 to 50 ms. */
let made: Intl.DateTimeFormat | undefined;
function formatOfParts(): Intl.DateTimeFormat {
  made ??= new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return made;
}

function fields(instant: Date | Instant): Record<string, string> {
  const date = typeof instant === 'string' ? new Date(instant) : instant;
  return Object.fromEntries(
    formatOfParts()
      .formatToParts(date)
      .map((part) => [part.type, part.value]),
  );
}

export function dayOf(instant: Date | Instant): Day {
  const { year, month, day } = fields(instant);
  return `${year}-${month}-${day}`;
}

/** First instant of a day in Sao Paulo. The offset is read from the zone, never assumed. */
export function startOfDay(day: Day): Date {
  const guess = new Date(`${day}T03:00:00.000Z`);
  for (const minutes of [0, -60, 60, -120]) {
    const candidate = new Date(guess.getTime() + minutes * 60_000);
    const { hour, minute } = fields(candidate);
    if (dayOf(candidate) === day && hour === '00' && minute === '00') return candidate;
  }
  return guess;
}

export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T12:00:00.000Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / 86_400_000);
}

export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000);
}

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

export const firstOfNextMonth = (day: Day): Day => firstOfMonth(addDays(firstOfMonth(day), 31));

/** mm/yyyy, of a month `yyyy-mm`. */
export const formatMonth = (month: string): string => month.split('-').toReversed().join('/');

/** dd/mm/yyyy */
export function formatDay(day: Day): string {
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${year}`;
}

/** dd/mm/yyyy hh:mm in Sao Paulo */
export function formatInstant(instant: Date | Instant): string {
  const { hour, minute } = fields(instant);
  return `${formatDay(dayOf(instant))} ${hour}:${minute}`;
}

/** Days within which a date without its year is unambiguous. */
const nearDays = 180;

/** dd/mm hh:mm in Sao Paulo, or dd/mm/yyyy if that is more than half a year away: for narrow columns. */
export function formatShort(instant: Instant, now: Date): string {
  const day = dayOf(instant);
  if (Math.abs(daysBetween(dayOf(now), day)) > nearDays) return formatDay(day);
  const { hour, minute } = fields(instant);
  return `${formatDay(day).slice(0, 5)} ${hour}:${minute}`;
}

/** hh:mm:ss in Sao Paulo, for times within seconds. */
export function formatTime(instant: Instant): string {
  const { hour, minute, second } = fields(instant);
  return `${hour}:${minute}:${second}`;
}

/** hh:mm:ss of the same day in Sao Paulo, else dd/mm/yyyy hh:mm */
export function formatLater(instant: Instant, now: Date): string {
  return dayOf(instant) === dayOf(now) ? formatTime(instant) : formatInstant(instant);
}

/** Clock and calendar in São Paulo, as if they were UTC: for spreadsheets, which have no time zones. */
export function wallClock(instant: Date | Instant): Date {
  const { year, month, day, hour, minute, second } = fields(instant);
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
}

/** dd/mm/yyyy or ISO → day; null if there is no such day. */
export function parseDay(text: string): Day | null {
  const brazilian = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim());
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  const day = brazilian ? `${brazilian[3]}-${brazilian[2]}-${brazilian[1]}` : iso ? iso[0] : null;
  // Before 1900 it is a typing error, and databases and browsers disagree about such years.
  if (!day || day < '1900') return null;
  const date = new Date(`${day}T12:00:00.000Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? null : day;
}

export const isOfThisCentury = (day: Day): boolean => day >= '2000' && day < '2100';

/** The clock that is passed in; nothing else reads the time. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
