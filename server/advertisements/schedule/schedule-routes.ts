import type { priceSchedules } from '#contract/advertisements/price-schedule.ts';
import type { Handlers } from '#server/http/route.ts';
import { findMarks, listSchedules } from './price-schedule.queries.ts';
import { cancelSchedule, createSchedule } from './price-schedule.ts';

export const priceScheduleRoutes: Handlers<typeof priceSchedules> = {
  list: ({ tx, query }) => listSchedules(tx, query),
  marks: ({ tx }) => findMarks(tx),
  create: ({ tx, actor, body }) => createSchedule(tx, actor, body),
  cancel: ({ tx, actor, params }) => cancelSchedule(tx, actor, params.id),
};
