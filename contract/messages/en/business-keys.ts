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
  hint: 'For programs that work for the business: ERP, spreadsheets, integrations.',
  docs: 'Open the documentation of the API',
  empty: 'No key yet',
  emptyHint: 'Create a key for each program, with the role that it needs and nothing more.',
  create: 'Create key',
  createTitle: 'New API key',
  name: 'Name of the key',
  nameHint: 'The program that will use it',
  role: 'Role',
  roleHint: 'No key touches staff, keys, plan, bank data or payments.',
  expiresOn: 'Valid until',
  shownTitle: 'Copy the key now',
  shownText: 'It will not be shown again. Keep it where only the program reaches it.',
  token: 'Key',
  copy: 'Copy key',
  done: 'I have copied it',
  made: 'Created by {{name}} on',
  expires: 'Valid until',
  lastUse: 'Last used',
  from: 'from {{address}}',
  neverUsed: 'Not used yet',
  states: { active: 'Active', expired: 'Expired', revoked: 'Revoked', orphaned: 'Without owner' },
  orphanedHint: 'Whoever created it is no longer an owner; the key opens nothing.',
  revoke: 'Revoke',
  revokeSure: 'Revoke the key {{name}}?',
  revokeText: 'The program that uses it stops at once. This cannot be undone.',
};
