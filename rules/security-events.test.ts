import { expect, test } from 'vitest';
import { eventOfSuccess } from '#server/http/security-notice.ts';
import { endpoints } from './endpoints.ts';

/** Permissions to decide about people, permissions, keys, devices and bank data. */
const ofRights = [
  'business.secure',
  'staff.manage',
  'api-keys.manage',
  'stations.manage',
  'webhooks.manage',
  'bank-account.update',
];

/** Operations of that kind that change nobody's permissions, and why. */
const unwatched: Readonly<Record<string, string>> = {
  'business.remove': 'its own history of the removal says it, and it ends every right with a mail to each',
  'staffInvitations.resend': 'the same invitation once more',
  'webhooks.ping': 'a trial call; nothing is changed',
  'webhookDeliveries.replay': 'what was sent before is sent again to where it went',
};

test('every operation on permissions, keys, devices and bank data is logged as a security event', () => {
  const acts = endpoints.filter(
    ({ endpoint }) => endpoint.method !== 'GET' && ofRights.includes(endpoint.permission),
  );
  const silent = acts.map(({ name }) => name).filter((name) => !eventOfSuccess[name]);
  expect(silent.toSorted()).toEqual(Object.keys(unwatched).toSorted());
});

test('every watched operation is an endpoint', () => {
  const names = endpoints.map(({ name }) => name);
  expect(Object.keys(eventOfSuccess).filter((name) => !names.includes(name))).toEqual([]);
});
