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
  'webhooks.remove': 'Could not remove the webhook!',
  'webhookDeliveries.list': 'Could not load the deliveries!',
  'webhookDeliveries.replay': 'Could not send it again!',
};

export const webhookSuccesses: Translation<typeof successesPt> = {
  'webhooks.update': 'Webhook changed',
  'webhooks.ping': 'Test queued',
  'webhooks.remove': 'Webhook removed',
  'webhookDeliveries.replay': 'Replay queued',
};

/** External addresses that receive changes. */
export const webhooks: Translation<typeof pt> = {
  title: 'Webhooks',
  hint: 'Addresses that hear of sales, stock and invoices at once.',
  empty: 'No webhook yet',
  emptyHint: 'Give the https address of your system; whatever it is told is signed.',
  create: 'Create webhook',
  createTitle: 'New webhook',
  url: 'Address',
  urlHint: 'https, reachable from the internet',
  topics: 'Topics',
  topicNames: { sales: 'Sales', stock: 'Stock', invoices: 'Invoices' },
  secret: 'Secret',
  shownTitle: 'Copy the secret now',
  shownText: 'Your system checks the signature with it. It will not be shown again.',
  copy: 'Copy secret',
  done: 'I have copied it',
  states: { active: 'Active', failing: 'Failing', off: 'Off', refused: 'Switched off after failures' },
  waiting_one: '{{count}} delivery waits',
  waiting_other: '{{count}} deliveries wait',
  failingSince: 'Failing since',
  retryAt: 'Next try',
  lastDelivered: 'Last delivery',
  neverDelivered: 'Nothing delivered yet',
  previousUntil: 'The secret before holds until',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  change: 'Change topics',
  save: 'Save',
  ping: 'Send a test',
  isOff: 'The webhook is off',
  renewSecret: 'Change secret',
  renewSure: 'Change the secret?',
  renewText: 'The present secret goes on signing beside the new one for 24 hours.',
  remove: 'Remove',
  removeSure: 'Remove this webhook?',
  removeText: 'What waits will not be delivered, and its deliveries go from here.',
  deliveries: 'Deliveries',
  deliveriesEmpty: 'No delivery yet',
  deliveriesEmptyHint: 'Whatever was told in the last 30 days stands here, with the answer.',
  at: 'When',
  type: 'Event',
  state: 'State',
  deliveryStates: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Not delivered' },
  attempts: 'Attempts',
  answer: 'Answer',
  took: '{{ms}} ms',
  to: 'To',
  replay: 'Send again',
  notYet: 'It waits still',
};

export const webhookMail: Translation<typeof mailPt> = {
  subject: 'The webhook of {{business}} to {{host}} was switched off',
  title: 'Hello, {{name}}',
  text: 'Since {{since}} the address {{host}} has taken nothing, so the webhook was switched off.\n\nWhat waits is kept for 30 days. Mend your system and switch the webhook on again.',
  action: 'Open the webhooks',
};
