import type { AnyEndpoint } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { type Api, api } from '../index.ts';

/** Security events in the trail, beside the acts of endpoints. */
export const securityActs = [
  'sign_in_failed',
  'sign_in_locked',
  'password_refused',
  'permission_refused',
  'refresh_reused',
  'password_changed',
  'second_step_refused',
  'pin_refused',
  'station_locked',
  'two_step_changed',
  'bank_data_changed',
  'rights_changed',
  'buyers_exported',
] as const;

/** `<entity>.<act>` of every act that the trail records. */
export type RecordedAct = { [Entity in keyof Api]: `${Entity}.${keyof Api[Entity] & string}` }[keyof Api];

/** Readings of personal data, which change nothing and are recorded all the same. */
export const recordedReadings = ['orders.fiscalData'] as const satisfies RecordedAct[];
export type RecordedReading = (typeof recordedReadings)[number];
const readings: readonly string[] = recordedReadings;

const entities: Record<string, Record<string, AnyEndpoint>> = api;

/** Entities that are written by signed-in people, each with its recorded acts. */
const written = Object.entries(entities).flatMap(([entity, acts]) => {
  const recorded = Object.entries(acts)
    .filter(
      ([act, { method, permission }]) =>
        permission !== 'public' && (method !== 'GET' || readings.includes(`${entity}.${act}`)),
    )
    .map(([act]) => act);
  return recorded.length > 0 ? [{ entity, acts: recorded }] : [];
});

/** Kinds of records in the trail: the entities of the API that are written, and security events. */
export const auditKinds = ['security', ...written.map(({ entity }) => entity)];

/** Names of acts on records of these kinds, or of any kind. */
export function auditActsOf(kinds: readonly string[]): string[] {
  const chosen = written.filter(({ entity }) => kinds.length === 0 || kinds.includes(entity));
  const ofSecurity = kinds.length === 0 || kinds.includes('security') ? securityActs : [];
  return [...new Set([...chosen.flatMap(({ acts }) => acts), ...ofSecurity])];
}

export const auditFilter = {
  person: { kind: 'id' },
  kind: { kind: 'choice', values: auditKinds },
  act: { kind: 'choice', values: auditActsOf([]) },
  record: { kind: 'id' },
  at: { kind: 'day' },
} as const satisfies FilterFields;
export const auditSorts = ['at'] as const;
