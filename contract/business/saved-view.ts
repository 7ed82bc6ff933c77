import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { filterText, id, idParams, oneLine, opaque, reference, sortName, version } from '../primitives.ts';

/** The lists that keep views, by the names of their tables. */
export const viewedLists = [
  'accounts',
  'advertisements',
  'audit',
  'balances',
  'bank-statements',
  'billing',
  'campaign-ads',
  'campaigns',
  'catalogue',
  'categories',
  'checkout',
  'companies',
  'fulfillment-stocks',
  'imports',
  'invitations',
  'kits',
  'locations',
  'lots',
  'manifests',
  'margin-changes',
  'offers',
  'orders',
  'pair-balances',
  'payout-files',
  'payout-lines',
  'pick-faces',
  'picking',
  'productivity',
  'products',
  'profits',
  'receiving',
  'returns',
  'reviews',
  'seller-invoices',
  'serials',
  'staff',
  'statements',
  'supplier-invoices',
  'suppliers',
  'supply-requests',
  'vendor-returns',
  'volumes',
  'warehouses',
  'webhook-deliveries',
] as const;
export type ViewedList = (typeof viewedLists)[number];

/** Of one person and of the business: all of them are in one answer. */
export const maxSavedViews = 100;

const list = z.enum(viewedLists);
const name = oneLine(60, 1);
/** Keys of the columns that the view leaves out; one that a later release adds shows. */
const hidden = z.array(opaque(40)).max(60, 'too_many');

const savedView = z
  .object({
    id,
    list,
    name: z.string(),
    query: z.string(),
    sort: z.string(),
    hidden: z.array(z.string()),
    /** Everybody's in the business; else its reader's alone. */
    shared: z.boolean(),
    /** The default view of the list: everybody's, unless a person has their own. */
    isDefault: z.boolean(),
    createdBy: reference,
    version,
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.output<typeof savedView>;

const body = z.strictObject({
  list,
  name,
  query: filterText.optional(),
  sort: sortName.optional(),
  hidden: hidden.optional(),
  shared: z.boolean().optional(),
  isDefault: z.boolean().optional(),
});
const change = z.strictObject({
  name: name.optional(),
  query: filterText.optional(),
  sort: sortName.optional(),
  hidden: hidden.optional(),
  isDefault: z.boolean().optional(),
});
export type SavedViewBody = z.output<typeof body>;
export type SavedViewChange = z.output<typeof change>;

/** Lists as people like to find them. */
export const savedViews = entity('savedViews', {
  list: endpoint({
    method: 'GET',
    path: '/saved-views',
    permission: 'saved-views.read',
    summary: "Views of all lists: the reader's own and those of the business, by name",
    response: z.object({ items: z.array(savedView) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/saved-views',
    permission: 'saved-views.write',
    summary: 'Save a view of a list; `shared` requires the permission to manage views for everyone',
    body,
    response: savedView,
    errors: ['state_conflict'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/saved-views/:id',
    permission: 'saved-views.write',
    summary: 'Rename a view, replace its filter, or make it the default',
    params: idParams,
    body: change,
    response: savedView,
    errors: ['stale_version', 'state_conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/saved-views/:id',
    permission: 'saved-views.write',
    summary: 'Remove a view',
    params: idParams,
  }),
});
