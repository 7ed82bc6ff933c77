import type { mails as pt } from '../pt/mails.ts';
import type { Translation } from '../translation.ts';
import { webhookMail } from './business-webhooks.ts';
import { overdueMails } from './dropshipping-overdue.ts';
import { settlementMails } from './dropshipping-settlement.ts';

export const mails: Translation<typeof pt> = {
  footer: 'You received this message because this address was used on Easy.',
  account: {
    removed: {
      subject: 'Your Easy account was deleted',
      title: 'Goodbye, {{name}}',
      text: 'Your account was deleted. Your personal data has been removed from Easy; fiscal documents, partner invoices and histories are kept without your name.\n\nIf it was not you, reply to this message.',
    },
    activation: {
      subject: 'Activate your Easy account',
      title: 'Hello, {{name}}',
      text: 'Your Easy registration is almost complete. Activate your account to sign in.',
      action: 'Activate account',
      note: 'The link is valid for 3 days. If you did not register, ignore this message.',
    },
    accountExists: {
      subject: 'You already have an Easy account',
      title: 'Hello, {{name}}',
      text: 'Someone tried to register a business with this email, but it already has an account. Nothing has changed.\n\nIf it was you, sign in with your password. If you forgot it, request a new one on the sign-in page.',
      action: 'Sign in',
      note: 'If it was not you, you do not need to do anything.',
    },
    reset: {
      subject: 'Change your Easy password',
      title: 'Hello, {{name}}',
      text: 'We received a request to change your account password.',
      action: 'Choose a new password',
      note: 'The link is valid for 1 hour and works only once. If you did not request it, ignore this message: your password stays the same.',
    },
    sessionStolen: {
      subject: 'We ended a session on your Easy account',
      title: 'Hello, {{name}}',
      text: 'At {{at}}, someone tried to reuse a session of your account that had already been renewed. This happens when a session is copied. To be safe, we ended it on every device.\n\nSign in again, change your password and check where your account is open.',
      action: 'Check my sessions',
    },
    twoStepActivated: {
      subject: 'Two-step sign-in turned on',
      title: 'Hello, {{name}}',
      text: 'From now on, signing in to your Easy account asks for your password and a code from your authenticator app. Your other sessions were ended.\n\nIf it was not you, request a new password on the sign-in page now.',
    },
    passkeyAdded: {
      subject: 'A passkey was added to your Easy account',
      title: 'Hello, {{name}}',
      text: 'The passkey “{{passkey}}” can now confirm the second step for your account.\n\nIf it was not you, remove it on the security screen and change your password.',
    },
    twoStepDisabled: {
      subject: 'Two-step sign-in turned off',
      title: 'Hello, {{name}}',
      text: 'Signing in to your Easy account now asks only for your password. Your other sessions were ended.\n\nIf it was not you, change your password now and turn two-step sign-in on again.',
    },
    passwordChanged: {
      subject: 'Your Easy password was changed',
      title: 'Hello, {{name}}',
      text: 'Your account password was just changed, and your other sessions were ended.\n\nIf it was not you, request a new password on the sign-in page now.',
    },
  },
  billing: {
    storageUsed: {
      subject: '{{business}}: {{percent}}% of storage in use',
      title: 'Hello, {{name}}',
      text: '{{business}} is using {{percent}}% of its plan’s storage. When it is full, new images are refused; sales and shipping continue.\n\nRemove images you do not use, or choose a larger plan.',
      action: 'View my plan',
    },
    publicationsUsed: {
      subject: '{{business}}: {{percent}}% of the plan’s listings in use',
      title: 'Hello, {{name}}',
      text: '{{business}} is using {{percent}}% of its plan’s listings. At the limit, new listings are refused; existing ones keep selling.\n\nClose listings you do not use, or choose a larger plan.',
      action: 'View my plan',
    },
  },
  business: {
    webhookRefused: webhookMail,
    twoStepRequired: {
      subject: '{{business}} will require two-step sign-in',
      title: 'Hello, {{name}}',
      text: 'From {{at}}, everyone who works at {{business}} needs to sign in with a password and a code from their phone.\n\nTurn it on before then: it takes a minute. After that, you cannot use Easy without it.',
      action: 'Turn on two-step sign-in',
    },
    twoStepReset: {
      subject: 'Your two-step sign-in will be reset',
      title: 'Hello, {{name}}',
      text: '{{owner}} from {{business}} requested a reset of your two-step sign-in. From {{at}}, signing in will ask only for your password.\n\nIf you did not request this, stop it now with the button below.',
      action: 'Keep my two-step sign-in',
      note: 'If you lost your phone and asked for help, you do not need to do anything.',
    },
    twoStepResetAsked: {
      subject: 'Two-step sign-in reset for {{name}}',
      title: 'Hello, {{owner}}',
      text: 'You requested a reset of two-step sign-in for {{name}} at {{business}}. It takes effect on {{at}}; until then, {{name}} can stop it.\n\nIf it was not you, change your password now.',
    },
    invitation: {
      subject: '{{business}} invited you to Easy',
      title: 'Work with {{business}} on Easy',
      text: '{{inviter}} invited you to join {{business}} as: {{roles}}.',
      action: 'Accept invitation',
      note: 'The invitation is valid for 7 days. If you do not know this business, ignore this message.',
    },
  },
  dropshipping: { ...settlementMails, ...overdueMails },
  marketplaces: {
    authorizationEnds: {
      subject: '{{business}}: the authorization for {{account}} ends on {{day}}',
      title: 'Hello, {{name}}',
      text: 'The authorization for the account {{account}} ends on {{day}}. After that, its sales no longer arrive, and the prices and stock of its ads are no longer updated.\n\nReconnect the account before that day.',
      action: 'View accounts',
    },
    buyerDataAsked: {
      subject: '{{business}}: a buyer from {{account}} requested their data',
      title: 'Hello, {{name}}',
      text: 'The marketplace sent request {{request}}: {{buyer}} wants to know which of their personal data is stored. It concerns these sales from the account {{account}}: {{sales}}.\n\nYou need to answer the buyer directly. The stored data is shown in those sales.',
      action: 'View sales',
    },
    storeErased: {
      subject: '{{business}}: the account {{account}} and the data of its buyers were erased',
      title: 'Hello, {{name}}',
      text: 'The marketplace requested that the data of the account {{account}} be erased. The account was removed, and its buyers’ personal data is erased from finished sales, and from the others as soon as they finish. Amounts and fiscal documents are kept, as required by law.',
      action: 'View sales',
    },
    authorizationEnded: {
      subject: '{{business}}: the account {{account}} was disconnected',
      title: 'Hello, {{name}}',
      text: 'The marketplace no longer accepts the authorization for the account {{account}}. Until you reconnect it, its sales do not arrive, and the prices and stock of its ads are not updated.',
      action: 'Reconnect',
    },
  },
};
