import type { PageEntry } from './page-entry.ts';
import { paths } from './paths.ts';

/** The business itself: its figures, people and programs, and what they did. */
export const businessPages: readonly PageEntry[] = [
  {
    screen: paths.business.home,
    permission: 'dashboard.read',
    area: 'business',
    reads: ['/dashboard'],
    load: () => import('./business/DashboardPage.tsx'),
  },
  {
    screen: paths.business.staff,
    permission: 'staff.read',
    area: 'business',
    load: () => import('./business/StaffPage.tsx'),
  },
  {
    screen: paths.business.audit,
    permission: 'audit.read',
    area: 'business',
    reads: ['/audit?size=50&sort=-at', '/audit/people'],
    load: () => import('./business/audit/AuditPage.tsx'),
  },
  {
    screen: paths.business.keys,
    permission: 'api-keys.read',
    area: 'business',
    reads: ['/api-keys'],
    load: () => import('./business/keys/KeyListPage.tsx'),
  },
  {
    screen: paths.business.webhooks,
    permission: 'webhooks.read',
    area: 'business',
    reads: ['/webhooks', '/webhook-deliveries?size=50&sort=-id'],
    load: () => import('./business/webhooks/WebhooksPage.tsx'),
  },
  {
    screen: paths.business.imports,
    permission: 'imports.read',
    area: 'business',
    reads: ['/imports?size=50&sort=-id'],
    load: () => import('./business/imports/ImportListPage.tsx'),
  },
  {
    screen: paths.business.createImport,
    permission: 'imports.read',
    area: 'business',
    load: () => import('./business/imports/ImportStartPage.tsx'),
  },
  {
    screen: paths.business.moveImports,
    permission: 'imports.create',
    area: 'business',
    load: () => import('./business/imports/MovePage.tsx'),
  },
  {
    screen: paths.business.import,
    permission: 'imports.read',
    area: 'business',
    load: () => import('./business/imports/ImportPage.tsx'),
  },
];
