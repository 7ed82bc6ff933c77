import type {
  webhookFailures as failuresPt,
  webhookMail as mailPt,
  webhooks as pt,
  webhookSuccesses as successesPt,
} from '../pt/business-webhooks.ts';
import type { Translation } from '../translation.ts';

export const webhookFailures: Translation<typeof failuresPt> = {
  'webhooks.list': 'Could not load the webhooks!',
  'webhooks.create': 'Could not create the webhook!',
  'webhooks.update': 'Could not change the webhook!',
  'webhooks.renewSecret': 'Could not change the secret!',
  'webhooks.ping': 'Could not send the test!',
  'webhooks.remove': 'Could not delete the webhook!',
  'webhookDeliveries.list': 'Could not load the deliveries!',
  'webhookDeliveries.replay': 'Could not resend it!',
};

export const webhookSuccesses: Translation<typeof successesPt> = {
  'webhooks.update': 'Webhook changed',
  'webhooks.ping': 'Test queued',
  'webhooks.remove': 'Webhook deleted',
  'webhookDeliveries.replay': 'Queued to resend',
};

/** External addresses that receive changes. */
export const webhooks: Translation<typeof pt> = {
  title: 'Webhooks',
  hint: 'Addresses that are notified immediately about sales, stock and invoices.',
  empty: 'No webhooks yet',
  emptyHint: 'Enter your system’s https address. Every notification is signed.',
  create: 'Create webhook',
  createTitle: 'New webhook',
  url: 'Address',
  urlHint: 'https, reachable from the internet',
  topics: 'Topics',
  topicNames: { sales: 'Sales', stock: 'Stock', invoices: 'Invoices' },
  secret: 'Secret',
  shownTitle: 'Copy the secret now',
  shownText: 'Use the secret to check the signature in your system. It will not be shown again.',
  copy: 'Copy secret',
  done: 'I copied it',
  states: { active: 'Active', failing: 'Failing', off: 'Off', refused: 'Turned off after failures' },
  waiting_one: '{{count}} delivery queued',
  waiting_other: '{{count}} deliveries queued',
  failingSince: 'Failing since',
  retryAt: 'Next try',
  lastDelivered: 'Last delivery',
  neverDelivered: 'Nothing delivered yet',
  previousUntil: 'Previous secret valid until',
  switchOff: 'Turn off',
  switchOn: 'Turn on',
  change: 'Change topics',
  save: 'Save',
  ping: 'Send test',
  isOff: 'The webhook is off',
  renewSecret: 'Change secret',
  renewSure: 'Change the secret?',
  renewText: 'For 24 hours, the current secret keeps signing alongside the new one.',
  remove: 'Delete',
  removeSure: 'Delete this webhook?',
  removeText: 'Queued deliveries will not be sent, and the delivery history is deleted.',
  deliveries: 'Deliveries',
  deliveriesEmpty: 'No deliveries yet',
  deliveriesEmptyHint: 'Notifications from the last 30 days appear here, with their response.',
  at: 'When',
  type: 'Event',
  state: 'Status',
  deliveryStates: { waiting: 'Queued', delivered: 'Delivered', failed: 'Not delivered' },
  attempts: 'Attempts',
  answer: 'Response',
  took: '{{ms}} ms',
  to: 'To',
  replay: 'Resend',
  notYet: 'Still in the queue',
};

export const webhookMail: Translation<typeof mailPt> = {
  subject: 'The webhook from {{business}} to {{host}} was turned off',
  title: 'Hello, {{name}}',
  text: 'Since {{since}}, the address {{host}} has not accepted any notifications, so the webhook was turned off.\n\nQueued notifications are kept for 30 days. Fix your system and turn the webhook on again.',
  action: 'Open webhooks',
};
