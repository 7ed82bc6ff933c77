import { z } from 'zod';
import { bulkChange, bulkOutcome } from '../bulk.ts';
import { changeSet } from '../change-set.ts';
import { endpoint, entity } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { maxCentavos } from '../money.ts';
import type { Permission } from '../permissions.ts';
import {
  centavos,
  id,
  idParams,
  instant,
  listQuery,
  oneLine,
  page,
  quantity,
  reference,
  text,
  version,
} from '../primitives.ts';
import { pictures } from '../products/image.ts';
import { receiptOfVolume } from '../supply/receipt-of-volume.ts';
import { lotFields, lotOfLine } from './batch.ts';
import { volumeColumns } from './volume-columns.ts';
import { volumeEvent } from './volume-event.ts';
import { blockCauses, maxBlockPhotos, volumeActs, volumeStates, writeOffCauses } from './volume-states.ts';

export const volumeFilter = {
  code: { kind: 'text' },
  warehouse: { kind: 'id' },
  position: { kind: 'id' },
  state: { kind: 'choice', values: volumeStates },
  'zero-check': { kind: 'flag' },
  product: { kind: 'text' },
  variation: { kind: 'id' },
  batch: { kind: 'id' },
  launched: { kind: 'day' },
} as const satisfies FilterFields;
export const volumeSorts = ['code', 'created', 'launched', 'checked'] as const;

const listed = z
  .object({
    id,
    code: z.string(),
    name: z.string(),
    warehouse: reference,
    position: z.object({ id, code: z.string() }).nullable(),
    state: z.enum(volumeStates),
    /** Its last unit was taken, and nobody has confirmed yet whether it is empty. */
    zeroCheck: z.boolean(),
    checked: z.boolean(),
    tested: z.boolean(),
    launchedAt: instant.nullable(),
    lastCheckAt: instant.nullable(),
    createdAt: instant,
    /** Null for a blind counter while the volume is counted. */
    units: z.number().nullable(),
    /** First products inside, and how many different ones there are. */
    products: z.array(z.string()),
    productCount: z.number(),
  })
  .meta({ id: 'VolumeRow' });

const line = z
  .object({
    id,
    variation: reference,
    product: reference,
    sku: z.string(),
    gtin: z.string(),
    quantity: z.number(),
    /** Held for sales being picked. */
    pinned: z.number(),
    lot: lotOfLine.nullable(),
    /** ¤ */
    price: centavos.nullable().optional(),
    /** ¤ Of all its units, to the centavo; null if unknown. */
    costCentavos: centavos.nullable().optional(),
  })
  .meta({ id: 'VolumeLine' });

const volume = listed
  .extend({
    /** Empty for a blind counter while the volume is counted. */
    lines: z.array(line),
    /** Units promised by its line of a supply request; null for a volume without one. */
    expectedQuantity: z.number().nullable(),
    receipt: receiptOfVolume.nullable(),
    /** The return to the vendor that holds it. */
    vendorReturn: z.object({ id, number: z.number() }).nullable(),
    /** Why its contents are held back. */
    blockedAs: z.enum(blockCauses).nullable(),
    /** The warehouse that it left, while it is in transit. */
    transfer: z.object({ from: reference, at: instant }).nullable(),
    version,
  })
  .meta({ id: 'Volume' });

const newLine = z.strictObject({
  variationId: id,
  quantity,
  price: centavos.min(0, 'too_small').max(maxCentavos, 'too_big').nullable().optional(),
  /** Required if the product requires lots. */
  lot: lotFields.optional(),
});
const lineChange = z.strictObject({
  quantity: quantity.optional(),
  price: centavos.min(0, 'too_small').max(maxCentavos, 'too_big').nullable().optional(),
  lot: lotFields.optional(),
});
const reason = text(200, 1);
const moved = z
  .array(z.strictObject({ lineId: id, quantity }))
  .min(1, 'required')
  .max(200, 'too_big');

const act = <const P extends Permission, const B extends z.ZodType>(
  name: string,
  permission: P,
  summary: string,
  body: B,
  errors: readonly ErrorCode[],
) =>
  endpoint({
    method: 'POST',
    path: `/volumes/:id/${name}`,
    permission,
    summary,
    params: idParams,
    body,
    response: volume,
    errors,
    touches: ['stock', 'warehouses', 'inventoryLocations', 'dropshipItems', 'batches'],
  });

/** As many volumes as one scan of a position stores. */
export const maxLaunched = 100;

export const volumes = entity('volumes', {
  list: endpoint({
    method: 'GET',
    path: '/volumes',
    permission: 'volumes.read',
    summary: 'Volumes',
    query: listQuery,
    response: page(listed),
  }),
  export: exportOf('/volumes/export', 'volumes.read', volumeColumns),
  detail: endpoint({
    method: 'GET',
    path: '/volumes/:id',
    permission: 'volumes.read',
    summary: 'One volume with its contents',
    params: idParams,
    response: volume,
  }),
  events: endpoint({
    method: 'GET',
    path: '/volumes/:id/events',
    permission: 'volumes.read',
    summary: 'History of a volume, newest first',
    params: idParams,
    query: listQuery,
    response: page(volumeEvent),
  }),
  create: endpoint({
    method: 'POST',
    path: '/volumes',
    permission: 'volumes.create',
    summary: 'Register a volume by hand, with the reason; it is not sellable before launch',
    body: z.strictObject({
      warehouseId: id,
      name: oneLine(120).optional(),
      reason,
      lines: z.array(newLine).min(1, 'required').max(200, 'too_big'),
    }),
    response: volume,
    errors: ['lot_differs', 'example_record'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/volumes/:id',
    permission: volumeActs.change.permission,
    summary: 'Change name and contents of a volume before launch',
    params: idParams,
    body: z.strictObject({
      name: oneLine(120).optional(),
      tested: z.boolean().optional(),
      lines: changeSet(newLine, lineChange).optional(),
    }),
    response: volume,
    errors: ['stale_version', 'state_conflict', 'lot_differs', 'example_record'],
  }),
  bulkUpdate: endpoint({
    method: 'PATCH',
    path: '/volumes',
    permission: volumeActs.change.permission,
    summary: 'Give many volumes the same name, or mark them as tested, before launch',
    body: bulkChange(z.strictObject({ name: oneLine(120).optional(), tested: z.boolean().optional() })),
    response: bulkOutcome,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/volumes/:id',
    permission: volumeActs.void.permission,
    summary: 'Void a volume that was never launched; its code is not used again',
    params: idParams,
    errors: ['state_conflict'],
  }),
  tag: endpoint({
    method: 'POST',
    path: '/volumes/:id/tag',
    permission: volumeActs.tag.permission,
    summary: 'Confirm the printed label by scanning it back',
    params: idParams,
    body: z.strictObject({ code: text(40, 1) }),
    errors: ['state_conflict'],
  }),
  launch: act(
    'launch',
    volumeActs.launch.permission,
    'Launch a volume into a position: its contents become stock',
    z.strictObject({ positionId: id }),
    ['state_conflict', 'position_of_other_warehouse', 'insufficient_stock'],
  ),
  launchMany: endpoint({
    method: 'POST',
    path: '/volumes/launch',
    permission: volumeActs.launch.permission,
    summary: 'Launch several volumes into one position: all or none',
    body: z.strictObject({ ids: z.array(id).min(1, 'required').max(maxLaunched, 'too_big'), positionId: id }),
    response: z.object({ done: z.array(id) }),
    errors: ['state_conflict', 'position_of_other_warehouse', 'insufficient_stock', 'not_found'],
    touches: ['stock', 'warehouses', 'inventoryLocations', 'dropshipItems', 'batches'],
  }),
  unlaunch: act(
    'unlaunch',
    volumeActs.unlaunch.permission,
    'Undo the launch of an unchanged volume',
    z.strictObject({ reason }),
    ['state_conflict', 'volume_pinned', 'insufficient_stock'],
  ),
  move: act(
    'move',
    volumeActs.move.permission,
    'Move the volume to another position of its warehouse',
    z.strictObject({ positionId: id }),
    [
      'state_conflict',
      'volume_pinned',
      'position_of_other_warehouse',
      'insufficient_stock',
      'volume_on_vendor_return',
    ],
  ),
  moveProducts: act(
    'move-products',
    volumeActs.moveProducts.permission,
    'Move products to another volume of the warehouse, or to a new one',
    z
      .strictObject({
        lines: moved,
        targetId: id.optional(),
        create: z.strictObject({ positionId: id, name: oneLine(120).optional() }).optional(),
      })
      .refine((body) => (body.targetId === undefined) !== (body.create === undefined), {
        path: ['targetId'],
        error: 'required',
      }),
    ['state_conflict', 'volume_pinned', 'position_of_other_warehouse', 'insufficient_stock', 'lots_mixed'],
  ),
  adjust: act(
    'adjust',
    volumeActs.adjust.permission,
    'Correct the quantity of a product in a launched volume, with the reason',
    z.strictObject({
      variationId: id,
      quantity: quantity.or(z.literal(0)),
      reason,
      lot: lotFields.optional(),
    }),
    ['state_conflict', 'volume_pinned', 'insufficient_stock', 'lot_differs'],
  ),
  zeroCheck: act(
    'zero-check',
    volumeActs.confirmEmpty.permission,
    'Answer whether a volume is empty after its last unit was taken; if not, it is counted',
    z.strictObject({ empty: z.boolean() }),
    ['state_conflict', 'insufficient_stock'],
  ),
  block: endpoint({
    ...act(
      'block',
      volumeActs.block.permission,
      'Block a volume as damaged, in quarantine or failed; photos are parts of the request',
      z.strictObject({ cause: z.enum(blockCauses, 'invalid').default('quarantine'), reason }),
      [
        'state_conflict',
        'volume_pinned',
        'insufficient_stock',
        'not_an_image',
        'image_too_big',
        'storage_full',
      ],
    ),
    files: { ...pictures, max: maxBlockPhotos },
  }),
  unblock: act(
    'unblock',
    volumeActs.unblock.permission,
    'Release a blocked volume: its contents are sellable again',
    z.strictObject({}),
    ['state_conflict', 'insufficient_stock', 'volume_on_vendor_return'],
  ),
  writeOff: act(
    'write-off',
    volumeActs.writeOff.permission,
    'Write off the contents of a blocked volume with the cause, and archive it',
    z.strictObject({ cause: z.enum(writeOffCauses, 'invalid'), reason }),
    ['state_conflict', 'volume_pinned', 'insufficient_stock', 'volume_on_vendor_return'],
  ),
  archive: act(
    'archive',
    volumeActs.archive.permission,
    'Archive an empty volume; its code is not used again',
    z.strictObject({}),
    ['state_conflict'],
  ),
  transfer: act(
    'transfer',
    volumeActs.transfer.permission,
    'Send a volume to another warehouse of the business; its contents are not stock until it arrives',
    z.strictObject({ warehouseId: id, reason }),
    ['state_conflict', 'volume_pinned', 'insufficient_stock'],
  ),
  arrive: act(
    'arrive',
    volumeActs.arrive.permission,
    'Receive a transferred volume by a scan, into a position: its contents are stock of that warehouse',
    z.strictObject({ code: text(40, 1), positionId: id }),
    ['state_conflict', 'position_of_other_warehouse', 'insufficient_stock'],
  ),
  transferPdf: endpoint({
    method: 'GET',
    path: '/volumes/:id/transfer-document',
    permission: 'volumes.read',
    summary: 'The document of a volume in transit to another warehouse',
    params: idParams,
    binary: 'pdf',
    errors: ['state_conflict'],
  }),
  replicate: endpoint({
    method: 'POST',
    path: '/volumes/:id/replication',
    permission: volumeActs.replicate.permission,
    summary: 'Register copies of a volume before launch',
    params: idParams,
    body: z.strictObject({ copies: z.int('not_whole').min(1, 'too_small').max(100, 'too_big') }),
    response: z.object({ items: z.array(reference) }),
    errors: ['state_conflict'],
  }),
});

export type ListedVolume = z.output<typeof listed>;
export type Volume = z.output<typeof volume>;
export type NewVolume = z.output<typeof volumes.create.body>;
export type VolumeBulk = z.output<typeof volumes.bulkUpdate.body>;
export type VolumeChange = z.output<typeof volumes.update.body>;
export type NewVolumeLine = z.output<typeof newLine>;
