import type {
  overdue as pt,
  overdueFailures as ptFailures,
  overdueMails as ptMails,
  overdueSuccesses as ptSuccesses,
} from '../pt/dropshipping-overdue.ts';
import type { Translation } from '../translation.ts';

/** Invoices past due: notices, decisions, and the next step. */
export const overdue: Translation<typeof pt> = {
  title: 'Overdue payment',
  saidPaid:
    'Of this, {{value}} is waiting for its payment to be confirmed. Overdue with no payment reported: {{rest}}.',
  owes_one: '{{value}} in {{count}} invoice, due since {{day}}',
  owes_other: '{{value}} in {{count}} invoices, the oldest due since {{day}}',
  show: 'View invoices',
  hold: 'Set ads to 0',
  holdSure: 'Set the ads of {{seller}} to 0?',
  holdText:
    'The quantities of your products go to 0 in this seller’s ads. They come back automatically when you approve the payment or give more time. Sales already made are not affected.',
  extend: 'Give more time',
  extendTitle: 'More time for {{seller}}',
  until: 'New date',
  extendHint: 'If nothing is paid by then, you decide again the next day. Ads set to 0 come back now.',
  states: {
    noticed: 'Seller notified',
    noticedYou: 'You were notified',
    asked: 'Awaiting decision',
    held: 'Ads set to 0',
    extended: 'Extended to {{day}}',
    ended: 'Ended',
  },
  next: {
    seller: {
      ask: 'Without payment, on {{day}} the supplier decides whether your ads for their products go to 0.',
      decide:
        'The supplier is deciding whether your ads for their products go to 0. Pay, or agree on more time.',
      approve: 'Payment reported. This closes once the supplier approves it.',
      pay: 'Quantities are at 0 and come back automatically when the supplier approves the payment or gives more time.',
    },
    supplier: {
      ask: 'Without payment, on {{day}} you decide whether the ads go to 0.',
      decide: 'Decide: set the ads to 0, or give more time. Nothing changes until you do.',
      approve: 'The seller reported a payment. Check the bank statement; this closes once you approve it.',
      pay: 'Quantities come back automatically when you approve the payment or give more time.',
    },
  },
};

export const overdueFailures: Translation<typeof ptFailures> = {
  'overdueCases.list': 'Could not load the overdue payments!',
  'overdueCases.detail': 'Could not load the overdue payment!',
  'overdueCases.hold': 'Could not set the ads to 0!',
  'overdueCases.extend': 'Could not give more time!',
};

export const overdueSuccesses: Translation<typeof ptSuccesses> = {
  'overdueCases.hold': 'Ads set to 0',
  'overdueCases.extend': 'More time given',
};

export const overdueMails: Translation<typeof ptMails> = {
  overdueNoticed: {
    subject: 'Overdue invoice from {{supplier}}: {{value}}',
    title: 'Hello, {{name}}',
    text: '{{value}} in invoices from {{supplier}} was due on {{due}} and has not been paid.\n\nWithout payment, on {{ask}} {{supplier}} decides whether your ads for their products go to 0. If you have already paid, send the proof.',
    action: 'View and pay',
  },
  overdueAsked: {
    subject: '{{seller}} has owed {{value}} since {{due}}: what should happen?',
    title: 'Hello, {{name}}',
    text: '{{seller}} has not paid {{value}}, due on {{due}}.\n\nDecide whether to set their ads for your products to 0, or give more time. Nothing changes until you decide.',
    action: 'Decide',
  },
  overdueHeld: {
    subject: 'Your ads for products of {{supplier}} were set to 0',
    title: 'Hello, {{name}}',
    text: '{{supplier}} set the ads to 0 because {{value}} was due on {{due}}.\n\nQuantities come back automatically when {{supplier}} approves the payment or gives more time. Sales already made are not affected.',
    action: 'View and pay',
  },
  overdueExtended: {
    subject: '{{supplier}} gave you until {{until}}',
    title: 'Hello, {{name}}',
    text: '{{supplier}} gave you until {{until}} to pay the {{value}} due on {{due}}. Ads set to 0 have their quantities back.',
    action: 'View and pay',
  },
  overdueReleased: {
    subject: 'Your ads for products of {{supplier}} are back',
    title: 'Hello, {{name}}',
    text: 'Nothing is overdue with {{supplier}} anymore: the quantities in your ads are back.',
    action: 'View invoices',
  },
};
