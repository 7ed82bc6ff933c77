import { z } from 'zod';
import { part, partQuantity } from '../advertisements/advertisement.ts';
import { quantityReasons } from '../advertisements/quantity-reasons.ts';
import { changeSet } from '../change-set.ts';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import {
  centavos,
  count,
  id,
  idParams,
  instant,
  listQuery,
  name,
  oneLine,
  page,
  reference,
  version,
} from '../primitives.ts';

export const virtualProductFilter = {
  name: { kind: 'text' },
  sku: { kind: 'text' },
  archived: { kind: 'flag' },
  offer: { kind: 'id' },
} as const satisfies FilterFields;
export const virtualProductSorts = ['name', 'sku', 'updated'] as const;

/** The cost of a part is shown to people who may read prices. */
const kitPart = part.extend({ price: centavos.nullable().optional() }).meta({ id: 'KitPart' });

const side = z.number().min(0.1, 'too_small').max(200, 'too_big').nullable();
const weight = z.number().min(0.001, 'too_small').max(50, 'too_big').nullable();

const kit = z
  .object({
    id,
    name: z.string(),
    sku: z.string(),
    /** The default title of its ads; empty: its name. */
    title: z.string(),
    /** kg and cm of the closed box; null: not given. */
    weight: z.number().nullable(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    depth: z.number().nullable(),
    archived: z.boolean(),
    components: z.array(kitPart),
    /** Kits that can be sold now: the scarcest part decides. */
    quantity: count,
    /** ¤ */
    cost: centavos.nullable().optional(),
    createdAt: instant,
    updatedAt: instant,
    version,
  })
  .meta({ id: 'VirtualProduct' });
export type VirtualProduct = z.output<typeof kit>;

/** Made of exactly the parts of the kit. */
const follower = z
  .object({
    id,
    variation: z.string(),
    publication: reference,
    advertisement: reference,
    account: reference,
    price: centavos.optional(),
    marginBasisPoints: z.number().optional(),
    /** Null: unknown, and the margin is the highest possible; the same for the freight. */
    fee: centavos.nullable().optional(),
    freight: centavos.nullable().optional(),
    quantity: count,
  })
  .meta({ id: 'VirtualProductFollower' });
export type VirtualProductFollower = z.output<typeof follower>;

const component = z.strictObject({ offer: id, quantity: partQuantity });
const fields = {
  name,
  sku: oneLine(60),
  title: oneLine(120),
  weight,
  width: side,
  height: side,
  depth: side,
};

export const virtualProducts = entity('virtualProducts', {
  list: endpoint({
    method: 'GET',
    path: '/virtual-products',
    permission: 'virtual-products.read',
    summary: 'Kits with their parts',
    query: listQuery,
    response: page(kit),
  }),
  /** A row is a component, as an import of kits reads it. */
  export: exportOf('/virtual-products/export', 'virtual-products.read', [
    'sku',
    'name',
    'component',
    'units',
  ]),
  detail: endpoint({
    method: 'GET',
    path: '/virtual-products/:id',
    permission: 'virtual-products.read',
    summary: 'One kit',
    params: idParams,
    response: kit,
  }),
  /** People who count blind do not see these terms, so not everybody who reads kits may read it. */
  explain: endpoint({
    method: 'GET',
    path: '/virtual-products/:id/quantity',
    permission: 'prices.read',
    summary: 'The computation of the sellable kits: the number that each part allows, and the scarcest part',
    params: idParams,
    response: quantityReasons,
  }),
  followers: endpoint({
    method: 'GET',
    path: '/virtual-products/:id/publications',
    permission: 'virtual-products.read',
    summary: 'Publications of the kit, which follow its changes',
    params: idParams,
    response: z.object({ items: z.array(follower) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/virtual-products',
    permission: 'virtual-products.create',
    summary: 'Create a kit of offers of one warehouse',
    body: z.strictObject({
      ...fields,
      sku: fields.sku.default(''),
      title: fields.title.default(''),
      weight: weight.default(null),
      width: side.default(null),
      height: side.default(null),
      depth: side.default(null),
      components: z.array(component).min(1, 'required').max(50, 'too_big'),
    }),
    response: kit,
    errors: ['sku_taken', 'mixed_warehouses', 'offer_not_available', 'no_dropshipping'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/virtual-products/:id',
    permission: 'virtual-products.update',
    summary: 'Change a kit; its publications follow and keep their prices',
    params: idParams,
    body: z
      .strictObject(fields)
      .partial()
      .extend({
        archived: z.boolean().optional(),
        components: changeSet(component, z.strictObject({ quantity: partQuantity.optional() })).optional(),
      }),
    response: kit,
    errors: ['stale_version', 'sku_taken', 'mixed_warehouses', 'offer_not_available', 'no_dropshipping'],
    touches: ['advertisements', 'advertisementsPublications', 'publications', 'publicationsLink'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/virtual-products/:id',
    permission: 'virtual-products.delete',
    summary: 'Remove a kit; its publications keep their parts',
    params: idParams,
  }),
});
