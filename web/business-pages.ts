import type { Pages } from './page-entry.ts';
import { paths } from './paths.ts';

/** The business: figures, people, programs and audit. */
export const businessPages = {
  [paths.business.home.pattern]: {
    permission: 'dashboard.read',
    area: 'business',
    reads: ['/dashboard'],
    load: () => import('./business/DashboardPage.tsx'),
  },
  [paths.business.staff.pattern]: {
    permission: 'staff.read',
    area: 'business',
    load: () => import('./business/StaffPage.tsx'),
  },
  [paths.business.audit.pattern]: {
    permission: 'audit.read',
    area: 'business',
    partsOf: ['billing'],
    reads: ['/audit?size=50&sort=-at', '/audit/people'],
    load: () => import('./business/audit/AuditPage.tsx'),
  },
  [paths.business.keys.pattern]: {
    permission: 'api-keys.read',
    area: 'business',
    reads: ['/api-keys'],
    load: () => import('./business/keys/KeyListPage.tsx'),
  },
  [paths.business.webhooks.pattern]: {
    permission: 'webhooks.read',
    area: 'business',
    reads: ['/webhooks', '/webhook-deliveries?size=50&sort=-id'],
    load: () => import('./business/webhooks/WebhooksPage.tsx'),
  },
  [paths.business.imports.pattern]: {
    permission: 'imports.read',
    area: 'business',
    reads: ['/imports?size=50&sort=-id'],
    load: () => import('./business/imports/ImportListPage.tsx'),
  },
  [paths.business.createImport.pattern]: {
    permission: 'imports.read',
    area: 'business',
    load: () => import('./business/imports/ImportStartPage.tsx'),
  },
  [paths.business.moveImports.pattern]: {
    permission: 'imports.create',
    area: 'business',
    load: () => import('./business/imports/MovePage.tsx'),
  },
  [paths.business.import.pattern]: {
    permission: 'imports.read',
    area: 'business',
    partsOf: ['advertisements'],
    load: () => import('./business/imports/ImportPage.tsx'),
  },
} satisfies Pages;
