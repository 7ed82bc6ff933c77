import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { RemoteFailure } from '../../http.ts';
import type { LabelFormat } from '../capabilities.ts';
import { type LabelDocument, readLabelDocument } from '../label-document.ts';
import type { LabelRefusal, MarketplaceLabel, MarketplaceLabels } from '../sales-port.ts';
import type { SellerSession } from '../seller-session.ts';
import { askForOrder } from './ask-order.ts';
import { bareCode } from './causes.ts';
import { ShopeeError } from './shopee-error.ts';
import { readTracking } from './tracking.ts';
import { remoteId, shopPath } from './values.ts';

const documentTypes: Record<LabelFormat, string> = {
  pdf: 'NORMAL_AIR_WAYBILL',
  zpl: 'THERMAL_AIR_WAYBILL',
};

/** It is made while we wait, a little longer each time: two seconds in all. */
const waitsMs = [100, 200, 400, 600, 700];

type Parcel = { order_sn: string; package_number?: string; tracking_number?: string };
type Refused = { parcelId: string; reason: LabelRefusal };
type Made = { kind: 'made'; document: LabelDocument } | { kind: 'refused'; parcels: Refused[] };

/** Both formats are requested; one of them is enough. */
export async function readLabel(session: SellerSession, parcelId: string): Promise<MarketplaceLabel> {
  const parcels = await parcelsOf(session, parcelId);
  if (parcels.length === 0) return { kind: 'refused', reason: 'not_found' };
  const label = { kind: 'label' as const, pdf: null as Buffer | null, zpl: null as Buffer | null };
  let refused: Refused | undefined;
  for (const format of ['pdf', 'zpl'] as const) {
    const made = await make(session, parcels, format);
    if (made.kind === 'refused') refused ??= made.parcels[0];
    else {
      label.pdf ??= made.document.pdf;
      label.zpl ??= made.document.zpl;
    }
  }
  if (label.pdf || label.zpl) return label;
  if (refused) return { kind: 'refused', reason: refused.reason };
  throw new RemoteFailure('the label is neither PDF nor ZPL');
}

/** All in one file; a parcel without a label prevents it, and is named. */
export async function readLabels(
  session: SellerSession,
  parcelIds: readonly string[],
  format: LabelFormat,
): Promise<MarketplaceLabels> {
  const parcels: Parcel[] = [];
  for (const id of parcelIds) parcels.push(...(await parcelsOf(session, id)));
  const missing = parcelIds.filter((id) => !parcels.some(({ order_sn }) => order_sn === id));
  if (missing.length > 0) return refusal(missing.map((parcelId) => ({ parcelId, reason: 'not_found' })));
  const made = await make(session, parcels, format);
  if (made.kind === 'refused') return refusal(made.parcels);
  const bytes = made.document[format];
  if (bytes) return { kind: 'labels', bytes };
  // A shop may get one format regardless of the request.
  const other = format === 'pdf' ? 'zpl' : 'pdf';
  if (made.document[other]) return { kind: 'refused', reason: other, parcels: [] };
  throw new RemoteFailure('the labels are neither PDF nor ZPL');
}

const refusal = (parcels: readonly Refused[]): MarketplaceLabels => ({
  kind: 'refused',
  reason: parcels[0]?.reason ?? 'label',
  parcels,
});

/** Of an order that was split, each package; of another the number is left out. */
async function parcelsOf(session: SellerSession, orderId: string): Promise<Parcel[]> {
  const answer = await askForOrder(session, orderId);
  if (!answer) return [];
  const { order } = answer;
  const [first, ...others] = order.package_list;
  const isSplit = others.length > 0;
  const parcels: Parcel[] = [];
  for (const one of [first, ...others]) {
    const number = one?.package_number;
    const code = await readTracking(session, order, number);
    parcels.push({
      order_sn: orderId,
      ...(isSplit && number && { package_number: number }),
      ...(code && { tracking_number: code }),
    });
  }
  return parcels;
}

const row = z.object({
  order_sn: remoteId,
  status: z.string().catch(''),
  fail_error: z.string().nullish().catch(''),
  fail_message: z.string().nullish().catch(''),
});
const results = z.object({ response: z.object({ result_list: z.array(row).nullish().catch([]) }) });
type Row = z.output<typeof row>;

/** Created, waited for, downloaded. */
async function make(session: SellerSession, parcels: readonly Parcel[], format: LabelFormat): Promise<Made> {
  const type = documentTypes[format];
  try {
    const created = await ask(
      session,
      'create_shipping_document',
      parcels.map((one) => ({ ...one, shipping_document_type: type })),
    );
    const failed = created.filter(isFailed);
    if (failed.length > 0) return { kind: 'refused', parcels: failed.map(refusedOf) };
    const late = await waitFor(session, parcels, type);
    if (late.length > 0) return { kind: 'refused', parcels: late };
    const { bytes } = await session.download(shopPath(session, 'logistics/download_shipping_document'), {
      method: 'POST',
      json: {
        shipping_document_type: type,
        order_list: parcels.map(({ order_sn, package_number }) => ({
          order_sn,
          ...(package_number && { package_number }),
        })),
      },
    });
    return { kind: 'made', document: await readLabelDocument(bytes, format) };
  } catch (error) {
    if (!(error instanceof ShopeeError) || error.retryable || error.kind === 'unauthorized') throw error;
    const reason = reasonOf(error.code, error.message);
    const [only, ...others] = parcels;
    const named = only && others.length === 0 ? [{ parcelId: only.order_sn, reason }] : [];
    return { kind: 'refused', parcels: named.length > 0 ? named : all(parcels, reason) };
  }
}

const all = (parcels: readonly Parcel[], reason: LabelRefusal): Refused[] =>
  parcels.map(({ order_sn: parcelId }) => ({ parcelId, reason }));

/** If all of them failed the answer is an error, with the same list in it. */
async function ask(session: SellerSession, method: string, orders: readonly object[]): Promise<Row[]> {
  try {
    const answer = await session.call(shopPath(session, `logistics/${method}`), {
      method: 'POST',
      json: { order_list: orders },
    });
    return results.safeParse(answer.json).data?.response.result_list ?? [];
  } catch (error) {
    const reported =
      error instanceof ShopeeError ? results.safeParse(error.body).data?.response.result_list : null;
    if (reported?.some(isFailed)) return reported;
    throw error;
  }
}

/** Those that are not ready by then, or never will be. */
async function waitFor(session: SellerSession, parcels: readonly Parcel[], type: string): Promise<Refused[]> {
  const asked = parcels.map(({ order_sn, package_number }) => ({
    order_sn,
    ...(package_number && { package_number }),
    shipping_document_type: type,
  }));
  for (const ms of [...waitsMs, null]) {
    const rows = await ask(session, 'get_shipping_document_result', asked);
    const failed = rows.filter((one) => one.status === 'FAILED' || isFailed(one));
    if (failed.length > 0) return failed.map(refusedOf);
    const open = rows.filter(({ status }) => status !== 'READY');
    if (rows.length > 0 && open.length === 0) return [];
    if (ms === null) return open.map(({ order_sn: parcelId }) => ({ parcelId, reason: 'not_ready' }));
    await delay(ms);
  }
  return [];
}

const isFailed = ({ fail_error: code }: Row) => Boolean(code);
const refusedOf = (one: Row): Refused => ({
  parcelId: one.order_sn,
  reason: reasonOf(bareCode(one.fail_error ?? ''), one.fail_message ?? ''),
});

/** It will be there later: the shipment is not arranged, its tracking number not given, or the file not made. */
const later =
  /^(order_status_error|package_can_not_print|tracking_number_invalid|download_later|shipping_document_should_print_first)$/;

const reasonOf = (code: string, message: string): LabelRefusal =>
  later.test(code) ? 'not_ready' : code ? `${code}: ${message}` : message || 'label';
