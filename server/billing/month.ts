import { addDays, type Day } from '#contract/dates.ts';

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

export const firstOfNextMonth = (day: Day): Day => firstOfMonth(addDays(firstOfMonth(day), 31));
