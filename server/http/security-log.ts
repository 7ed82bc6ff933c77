import type { Logger } from 'pino';

/** Watched events: the field `event` of a log line, and the label of `easy_security_events_total`. */
export const securityEvents = [
  'sign_in.failed',
  'sign_in.locked',
  'password.refused',
  'permission.refused',
  'refresh.reused',
  'pin.refused',
  'station.locked',
  'password.changed',
  'second_step.refused',
  'two_step.changed',
  'bank_data.changed',
  'rights.changed',
  'buyers.exported',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

/** `account`: a hash that distinguishes e-mail addresses without naming one. */
export type SecurityNotice = { event: SecurityEvent; account?: string; userId?: number; sessionId?: number };

export type SecurityLog = Readonly<{
  record(notice: SecurityNotice, more?: object): void;
  counts: ReadonlyMap<SecurityEvent, number>;
}>;

export function createSecurityLog(log: Pick<Logger, 'warn'>): SecurityLog {
  const counts = new Map<SecurityEvent, number>(securityEvents.map((event) => [event, 0]));
  return {
    counts,
    record(notice, more = {}) {
      counts.set(notice.event, (counts.get(notice.event) ?? 0) + 1);
      log.warn({ ...more, ...notice }, 'security');
    },
  };
}
