import type { Pages } from './page-entry.ts';
import { paths } from './paths.ts';

/** Accounts, and messages of buyers. */
export const marketplacePages = {
  [paths.chats.list.pattern]: {
    permission: 'chats.read',
    area: 'marketplaces',
    partsOf: ['products', 'orders'],
    reads: ['/chats/counts'],
    load: () => import('./marketplaces/chats/ChatListPage.tsx'),
  },
  [paths.chats.chat.pattern]: {
    permission: 'chats.read',
    area: 'marketplaces',
    partsOf: ['products', 'orders'],
    reads: ['/chats/{id}'],
    load: () => import('./marketplaces/chats/ChatListPage.tsx'),
  },
  [paths.reviews.list.pattern]: {
    permission: 'reviews.read',
    area: 'marketplaces',
    reads: ['/reviews/summary'],
    load: () => import('./marketplaces/reviews/ReviewListPage.tsx'),
  },
  [paths.presales.list.pattern]: {
    permission: 'presales.read',
    area: 'marketplaces',
    partsOf: ['products'],
    reads: ['/presales/counts'],
    load: () => import('./marketplaces/questions/QuestionListPage.tsx'),
  },
  [paths.presales.question.pattern]: {
    permission: 'presales.read',
    area: 'marketplaces',
    partsOf: ['products'],
    reads: ['/presales/{id}'],
    load: () => import('./marketplaces/questions/QuestionListPage.tsx'),
  },
  [paths.marketplaces.account.pattern]: {
    permission: 'accounts.read',
    area: 'marketplaces',
    partsOf: ['advertisements', 'orders'],
    reads: ['/marketplace-accounts/{id}/doctor', '/marketplaces'],
    load: () => import('./marketplaces/doctor/AccountPage.tsx'),
  },
  [paths.marketplaces.accounts.pattern]: {
    permission: 'accounts.read',
    area: 'marketplaces',
    partsOf: ['advertisements'],
    reads: ['/marketplaces'],
    load: () => import('./marketplaces/AccountListPage.tsx'),
  },
} satisfies Pages;
