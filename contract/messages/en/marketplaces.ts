import type { marketplaces as pt } from '../pt/marketplaces.ts';
import type { Translation } from '../translation.ts';
import { chats, chatsFailures, chatsSuccesses, reviewWords } from './marketplaces-chats.ts';
import { doctor, doctorFailures, doctorSuccesses } from './marketplaces-doctor.ts';
import { questions, questionsFailures, questionsSuccesses } from './marketplaces-questions.ts';
import { reputation, reputationFailures, reputationSuccesses } from './marketplaces-reputation.ts';

export const marketplaces: Translation<typeof pt> = {
  questions,
  chats,
  doctor,
  reputation,
  reviews: reviewWords,
  mails: {
    authorizationEnds: {
      subject: '{{business}}: the authorization of {{account}} ends on {{day}}',
      title: 'Hello {{name}}',
      text: 'The authorization of the account {{account}} ends on {{day}}. After that its sales no longer arrive, and prices and stock of its ads are no longer updated.\n\nConnect the account again before that day.',
      action: 'See accounts',
    },
    buyerDataAsked: {
      subject: '{{business}}: a buyer of {{account}} asks for their data',
      title: 'Hello {{name}}',
      text: 'The marketplace passes on request {{request}}: {{buyer}} asks which personal data of theirs is kept. It is about these sales of the account {{account}}: {{sales}}.\n\nThe answer is yours to give, directly to the buyer. What is kept of them stands in these sales.',
      action: 'See sales',
    },
    storeErased: {
      subject: '{{business}}: the account {{account}} and the data of its buyers were erased',
      title: 'Hello {{name}}',
      text: 'The marketplace asked for the data of the account {{account}} to be erased. The account was removed, and the personal data of its buyers is erased from sales that are over; from the others as soon as they are. Amounts and fiscal documents stay, as the law asks.',
      action: 'See sales',
    },
    authorizationEnded: {
      subject: '{{business}}: the account {{account}} was disconnected',
      title: 'Hello {{name}}',
      text: 'The marketplace no longer accepts the authorization of the account {{account}}. Until it is connected again its sales do not arrive, and prices and stock of its ads are not updated.',
      action: 'Connect again',
    },
  },
  failures: {
    ...questionsFailures,
    ...chatsFailures,
    ...doctorFailures,
    ...reputationFailures,
    'marketplaces.list': 'Marketplaces could not be loaded!',
    'marketplaceAccounts.list': 'Accounts could not be loaded!',
    'marketplaceAccounts.authorize': 'Could not generate connection link!',
    'marketplaceAccounts.connect': 'Could not connect / establish connection!',
    'marketplaceAccounts.sync': 'Could not sync the account!',
    'marketplaceAccounts.updateFloor': 'Could not save the floor!',
    'marketplaceAccounts.updateRates': 'Could not save the rates!',
    'marketplaceAccounts.remove': 'Could not remove the account!',
  },
  successes: {
    ...questionsSuccesses,
    ...chatsSuccesses,
    ...doctorSuccesses,
    ...reputationSuccesses,
    'marketplaceAccounts.connect': 'Account connected',
    'marketplaceAccounts.sync': 'Sync started',
    'marketplaceAccounts.updateFloor': 'Floor saved',
    'marketplaceAccounts.updateRates': 'Rates saved',
    'marketplaceAccounts.remove': 'Account removed',
  },
  linkMissing: 'Could not retrieve connection link!',
  accounts: {
    title: 'Connected accounts',
    hint: 'Marketplace accounts your business advertises and sells on.',
    connect: 'Connect {{marketplace}}',
    connecting: 'Connecting your account…',
    connectingHint: 'The marketplace has authorized it. Just a moment.',
    again: 'Connect again',
    authorization: 'Authorization',
    ending: 'Ending soon',
    renew: 'Renew authorization',
    search: 'Search by name, user or e-mail',
    name: 'Account',
    marketplace: 'Marketplace',
    state: 'Status',
    model: 'Listing model',
    perItem: 'Variations in one listing',
    perVariation: 'One listing per variation',
    publications: 'Publications',
    since: 'Connected on',
    without: 'Not available here: {{what}}',
    lacking: {
      labels: 'labels',
      questions: 'questions',
      fees: 'fees',
      freight: 'shipping cost',
      reputation: 'reputation',
    },
    empty: 'No account connected',
    emptyHint: 'Connect your marketplace account to publish advertisements and receive sales here.',
    sync: 'Sync now',
    syncRefused: 'The account is disconnected.',
    remove: 'Remove',
    removeSure: 'Remove {{name}}?',
    removeText:
      'Easy stops updating stock and prices and stops receiving sales from this account. Nothing is closed on the marketplace.',
    busySure: 'This account has open sales',
    busyText: 'Removing it now leaves those sales without updates. Remove it anyway?',
    busyConfirm: 'Remove anyway',
  },
  authorizationEnds: 'The authorization ends at {{at}}; renew it.',
  resting: 'Not answering, or asked us to wait. Tried again by itself at {{at}}',
  parked: {
    other_resource:
      'Asked for {{resource}}, the marketplace answered about {{got}} (at {{at}}). Nothing of it was used; the next sweep asks again.',
    unreadable:
      'The answer of the marketplace about {{resource}} could not be read ({{got}}, at {{at}}). Everything else was taken; the next sweep asks for it again.',
    other_seller:
      'To the marketplace, {{resource}} belongs to another seller, {{got}} (at {{at}}). Nothing of it was used.',
  },
  states: { connected: 'Connected', disconnected: 'Disconnected' },
  reasons: {
    invalid_grant: 'The authorization expired or was used elsewhere. Connect again.',
    revoked: 'Access was withdrawn on the marketplace. Connect again.',
    removed: 'Removed here.',
    other: 'The marketplace refused access. Connect again.',
  },
};
