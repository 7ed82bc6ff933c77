import type {
  keyFailures as failuresPt,
  keys as pt,
  keySuccesses as successesPt,
} from '../pt/business-keys.ts';
import type { Translation } from '../translation.ts';

export const keyFailures: Translation<typeof failuresPt> = {
  'apiKeys.list': 'Could not load the keys!',
  'apiKeys.create': 'Could not create the key!',
  'apiKeys.revoke': 'Could not revoke the key!',
};

export const keySuccesses: Translation<typeof successesPt> = {
  'apiKeys.revoke': 'Key revoked',
};

/** Keys by which programs act for the business. */
export const keys: Translation<typeof pt> = {
  title: 'API keys',
  hint: 'For programs that work on behalf of the business, such as an ERP or spreadsheets.',
  docs: 'Open API documentation',
  empty: 'No keys yet',
  emptyHint: 'Create a key for each program, with only the role it needs.',
  create: 'Create key',
  createTitle: 'New API key',
  name: 'Key name',
  nameHint: 'The program that will use it',
  role: 'Role',
  roleHint: 'No key can change the team, keys, plan, bank details or payments.',
  expiresOn: 'Valid until',
  shownTitle: 'Copy the key now',
  shownText: 'It will not be shown again. Keep it in a safe place.',
  token: 'Key',
  copy: 'Copy key',
  done: 'I copied it',
  made: 'Created by {{name}} on',
  expires: 'Valid until',
  lastUse: 'Last used',
  from: 'from {{address}}',
  neverUsed: 'Not used yet',
  states: { active: 'Active', expired: 'Expired', revoked: 'Revoked', orphaned: 'No owner' },
  orphanedHint: 'Its creator is no longer an owner, so the key does not work.',
  revoke: 'Revoke',
  revokeSure: 'Revoke key {{name}}?',
  revokeText: 'The program using the key stops working immediately. This cannot be undone.',
};
