import type {
  overdue as pt,
  overdueFailures as ptFailures,
  overdueMails as ptMails,
  overdueSuccesses as ptSuccesses,
} from '../pt/dropshipping-overdue.ts';
import type { Translation } from '../translation.ts';

/** Invoices past due: notices, decisions, and the next step. */
export const overdue: Translation<typeof pt> = {
  title: 'Overdue',
  owes_one: '{{value}} in {{count}} invoice, due since {{day}}',
  owes_other: '{{value}} in {{count}} invoices, the oldest due since {{day}}',
  show: 'See invoices',
  hold: 'Hold ads',
  holdSure: 'Hold the ads of {{seller}}?',
  holdText:
    'Quantities of your products go to 0 on this seller’s ads. They come back by themselves when you approve the payment or give more time. Sales already made go on.',
  extend: 'Give more time',
  extendTitle: 'More time for {{seller}}',
  until: 'Until',
  extendHint:
    'If nothing is paid by then, you are asked again the next day. Ads that are held come back now.',
  states: {
    noticed: 'Seller told',
    asked: 'Awaiting decision',
    held: 'Ads at 0',
    extended: 'Time until {{day}}',
    ended: 'Ended',
  },
  next: {
    seller: {
      ask: 'Without a payment, on {{day}} the supplier decides whether your ads of their products go to 0.',
      decide:
        'The supplier is deciding whether your ads of their products go to 0. Pay, or agree on more time.',
      approve: 'Payment sent. The supplier checks the bank statement; once approved, this is over.',
      pay: 'Quantities are at 0 and come back by themselves when the supplier approves the payment or gives more time.',
    },
    supplier: {
      ask: 'Without a payment, on {{day}} you decide whether the ads go to 0.',
      decide: 'Decide: hold the ads, or give more time. Without your answer nothing changes.',
      approve: 'The seller says it is paid. Check the bank statement; once you approve, this is over.',
      pay: 'Quantities come back by themselves when you approve the payment or give more time.',
    },
  },
};

export const overdueFailures: Translation<typeof ptFailures> = {
  'overdueCases.list': 'Could not load what is overdue!',
  'overdueCases.detail': 'Could not load what is overdue!',
  'overdueCases.hold': 'Could not hold the ads!',
  'overdueCases.extend': 'Could not give more time!',
};

export const overdueSuccesses: Translation<typeof ptSuccesses> = {
  'overdueCases.hold': 'Ads held',
  'overdueCases.extend': 'More time given',
};

export const overdueMails: Translation<typeof ptMails> = {
  overdueNoticed: {
    subject: 'Invoice of {{supplier}} overdue: {{value}}',
    title: 'Hello, {{name}}',
    text: '{{value}} of invoices of {{supplier}} were due on {{due}} and are not paid yet.\n\nWithout a payment, on {{ask}} {{supplier}} decides whether your ads of their products go to quantity 0. If you have paid, send the proof.',
    action: 'See and pay',
  },
  overdueAsked: {
    subject: '{{seller}} owes {{value}} since {{due}}: what now?',
    title: 'Hello, {{name}}',
    text: '{{seller}} has not paid {{value}}, due on {{due}}.\n\nDecide whether their ads of your products go to quantity 0, or give more time. Without your answer nothing changes.',
    action: 'Decide',
  },
  overdueHeld: {
    subject: 'Your ads of products of {{supplier}} are at 0',
    title: 'Hello, {{name}}',
    text: '{{supplier}} holds the ads because {{value}} were due on {{due}}.\n\nQuantities come back by themselves when {{supplier}} approves the payment or gives more time. Sales already made go on.',
    action: 'See and pay',
  },
  overdueExtended: {
    subject: '{{supplier}} gives you until {{until}}',
    title: 'Hello, {{name}}',
    text: '{{supplier}} gives you until {{until}} for the {{value}} due on {{due}}. Ads that were held have their quantities back.',
    action: 'See and pay',
  },
  overdueReleased: {
    subject: 'Your ads of products of {{supplier}} are back',
    title: 'Hello, {{name}}',
    text: 'Nothing is overdue with {{supplier}} any more: the quantities of the ads are back.',
    action: 'See invoices',
  },
};
