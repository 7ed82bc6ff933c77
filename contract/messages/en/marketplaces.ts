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
    'marketplaceAccounts.remove': 'Could not remove the account!',
    'marketplacesCategories.list': 'Categories could not be loaded!',
    'marketplacesCategories.children': 'Categories could not be loaded!',
    'marketplacesCategories.predict': 'Could not suggest categories!',
    'marketplacesCategories.attributes': 'Attributes of the category could not be loaded!',
    'marketplacesCategories.fees': 'Could not look up the fee!',
  },
  successes: {
    ...questionsSuccesses,
    ...chatsSuccesses,
    ...doctorSuccesses,
    ...reputationSuccesses,
    'marketplaceAccounts.connect': 'Account connected',
    'marketplaceAccounts.sync': 'Sync started',
    'marketplaceAccounts.updateFloor': 'Floor saved',
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
  resting: 'Not answering, or asked us to wait. Tried again by itself at {{at}}',
  parked: {
    other_resource:
      'Asked for {{resource}}, the marketplace answered about {{got}} (at {{at}}). Nothing of it was used; the next sweep asks again.',
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
