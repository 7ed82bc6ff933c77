import { wrap, wrapInner } from '../patch.ts';
import type { SourcePlant } from '../plant.ts';

const push = 'server/advertisements/push/push.test.ts';
const inbox = 'server/marketplaces/inbox.test.ts';
const sale = 'server/orders/sync/marketplace-sale.test.ts';

export const marketPlants: readonly SourcePlant[] = [
  {
    breaks: 'INV-06',
    what: 'an older acknowledgement that hides a newer one',
    patch: {
      file: 'server/advertisements/push/push-acknowledge.ts',
      name: 'storePushed',
      find: "where('synced_revision', '<=', revision)",
      replace: "where('synced_revision', '>=', 0)",
    },
    detector: { file: push, test: 'an older quantity that arrives after a newer one' },
  },
  {
    breaks: 'INV-06',
    what: 'a shelf that moves without a word to its publications',
    patch: wrap<typeof import('#server/advertisements/push/push.ts')>()(
      'server/advertisements/push/push.ts',
      'enqueueStockSync',
      () => () => undefined,
    ),
    detector: { file: push, test: 'one stock row of two sellers, two accounts' },
  },
  {
    breaks: 'INV-45',
    what: 'an older word that is believed',
    patch: wrap<typeof import('#server/orders/sale/remote-facts.ts')>()(
      'server/orders/sale/remote-facts.ts',
      'isOlder',
      () => () => false,
    ),
    detector: {
      file: 'server/orders/sale/apply-order.property.test.ts',
      test: 'notifications in any number and order',
    },
  },
  {
    breaks: 'INV-46',
    what: 'a notification that is answered and forgotten',
    patch: wrap<typeof import('#server/marketplaces/inbox.ts')>()(
      'server/marketplaces/inbox.ts',
      'enqueueNotification',
      (right) => async (database, told) => {
        if (told.topic === 'orders_v2') await right(database, told);
      },
    ),
    detector: {
      file: 'server/marketplaces/notification.test.ts',
      test: 'any body that comes with the secret is stored',
    },
  },
  {
    breaks: 'INV-46',
    what: 'a notification that is answered before it is stored',
    patch: wrap<typeof import('#server/marketplaces/inbox.ts')>()(
      'server/marketplaces/inbox.ts',
      'enqueueNotification',
      (right) => async (database, told) => {
        void right(database, told).catch(() => undefined);
      },
    ),
    detector: { file: inbox, test: 'is answered after' },
  },
  {
    breaks: 'INV-46',
    what: 'a notification that could not be stored, answered as if it were',
    patch: wrap<typeof import('#server/marketplaces/inbox.ts')>()(
      'server/marketplaces/inbox.ts',
      'enqueueNotification',
      (right) => (database, told) => right(database, told).catch(() => undefined),
    ),
    detector: { file: inbox, test: 'is refused if it cannot be stored' },
  },
  {
    breaks: 'INV-47',
    what: 'an answer about another item that is believed',
    patch: {
      file: 'server/outside/marketplaces/mercado-livre/items.ts',
      name: 'readItem',
      find: 'if (found.id !== id) throw',
      replace: "if (found.id === '') throw",
    },
    detector: { file: push, test: 'an answer about another item is refused and parked' },
  },
  {
    breaks: 'INV-48',
    what: 'an effect whose failure nobody sees',
    patch: {
      file: 'server/advertisements/publication/publication-job.ts',
      name: 'describeFailure',
      find: "job.attempt < job.maxAttempts ? 'retrying' : 'parked'",
      replace: "'retrying' as const",
    },
    detector: {
      file: push,
      test: 'after eight attempts a push is shown as failed, others continue, and a person can retry it',
    },
  },
  {
    breaks: 'INV-49',
    what: 'a renewal that everybody begins',
    patch: wrap<typeof import('#server/marketplaces/account-tokens.queries.ts')>()(
      'server/marketplaces/account-tokens.queries.ts',
      'claimRenewal',
      (right) => (tx, accountId, _now, until) => right(tx, accountId, new Date(8.64e15), until),
    ),
    detector: {
      file: 'server/marketplaces/marketplace-account.test.ts',
      test: 'twenty callers in two processes with an expired token',
    },
  },
  {
    breaks: 'INV-50',
    what: 'a sweep that looks only at what is new',
    patch: {
      file: 'server/outside/marketplaces/mercado-livre/orders.ts',
      name: 'createOrders',
      find: "for (const status of [undefined, 'cancelled'])",
      replace: 'for (const status of [undefined])',
    },
    detector: { file: sale, test: 'the sweep finds new sales, cancels and parcels' },
  },
  {
    breaks: 'INV-51',
    what: 'a commit that is answered before it is on disk',
    patch: wrapInner('server/db/embedded.ts', 'productSettings', (right: object) => ({
      ...right,
      synchronous_commit: 'off',
      wal_writer_delay: '10s',
    })),
    detector: { file: 'server/orders/test/kill.test.ts', test: 'PostgreSQL killed' },
    slow: true,
  },
];
