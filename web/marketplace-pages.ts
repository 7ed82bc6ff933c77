import type { PageEntry } from './page-entry.ts';
import { paths } from './paths.ts';

/** Screens of accounts and of what buyers say. */
export const marketplacePages: readonly PageEntry[] = [
  {
    screen: paths.chats.list,
    permission: 'chats.read',
    area: 'marketplaces',
    reads: ['/chats/counts'],
    load: () => import('./marketplaces/chats/ChatListPage.tsx'),
  },
  {
    screen: paths.chats.chat,
    permission: 'chats.read',
    area: 'marketplaces',
    reads: ['/chats/{id}'],
    load: () => import('./marketplaces/chats/ChatListPage.tsx'),
  },
  {
    screen: paths.reviews.list,
    permission: 'reviews.read',
    area: 'marketplaces',
    reads: ['/reviews/summary'],
    load: () => import('./marketplaces/reviews/ReviewListPage.tsx'),
  },
  {
    screen: paths.presales.list,
    permission: 'presales.read',
    area: 'marketplaces',
    reads: ['/presales/counts'],
    load: () => import('./marketplaces/questions/QuestionListPage.tsx'),
  },
  {
    screen: paths.presales.question,
    permission: 'presales.read',
    area: 'marketplaces',
    reads: ['/presales/{id}'],
    load: () => import('./marketplaces/questions/QuestionListPage.tsx'),
  },
  {
    screen: paths.marketplaces.account,
    permission: 'accounts.read',
    area: 'marketplaces',
    reads: ['/marketplace-accounts/{id}/doctor', '/marketplaces'],
    load: () => import('./marketplaces/doctor/AccountPage.tsx'),
  },
  {
    screen: paths.marketplaces.accounts,
    permission: 'accounts.read',
    area: 'marketplaces',
    reads: ['/marketplaces'],
    load: () => import('./marketplaces/AccountListPage.tsx'),
  },
];
