import { z } from 'zod';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import { RemoteFailure } from '../../http.ts';
import { parseRemoteJson } from '../../json.ts';
import type { LabelFormat } from '../capabilities.ts';
import { readLabelDocument } from '../label-document.ts';
import type { LabelRefusal, MarketplaceLabel, MarketplaceLabels } from '../sales-port.ts';
import { MercadoLivreError } from './client.ts';
import { remoteId } from './order.ts';

/** Both formats are requested; one of them is enough. */
export async function readLabel(session: SellerSession, parcelId: string): Promise<MarketplaceLabel> {
  const path = `/shipment_labels?shipment_ids=${parcelId}&response_type=`;
  try {
    const files: LabelFile[] = [];
    for (const format of ['pdf', 'zpl'] as const) {
      const file = await sniff((await session.download(`${path}${typeOf[format]}`)).bytes, format);
      if (file?.kind === 'refused') return file;
      if (file) files.push(file);
    }
    const of = (kind: 'pdf' | 'zpl') => files.find((file) => file.kind === kind)?.bytes ?? null;
    const label = { kind: 'label' as const, pdf: of('pdf'), zpl: of('zpl') };
    if (!label.pdf && !label.zpl) throw new RemoteFailure('the label is neither PDF nor ZPL');
    return label;
  } catch (error) {
    if (!(error instanceof MercadoLivreError) || error.retryable) throw error;
    return { kind: 'refused', reason: refusalOf(error.code) };
  }
}

const refusals: Readonly<Record<string, LabelRefusal>> = {
  not_printable_status: 'not_ready',
  invalid_shipment_ff_public: 'full',
};
const refusalOf = (code: string): LabelRefusal => refusals[code] ?? code;

const typeOf = { pdf: 'pdf', zpl: 'zpl2' } as const;

/** All in one file; a parcel without a label prevents it, and is named. */
export async function readLabels(
  session: SellerSession,
  parcelIds: readonly string[],
  format: LabelFormat,
): Promise<MarketplaceLabels> {
  const path = `/shipment_labels?shipment_ids=${parcelIds.join(',')}&response_type=${typeOf[format]}`;
  try {
    const { bytes } = await session.download(path);
    const file = await sniff(bytes, format);
    if (file?.kind === 'refused') return { ...file, parcels: parcelsOf(parseFailed(bytes)) };
    if (!file) throw new RemoteFailure('the labels are neither PDF nor ZPL');
    // A seller may have chosen PDF regardless of the requested format.
    if (file.kind !== format) return { kind: 'refused', reason: file.kind, parcels: [] };
    return { kind: 'labels', bytes: file.bytes };
  } catch (error) {
    if (!(error instanceof MercadoLivreError) || error.retryable) throw error;
    return {
      kind: 'refused',
      reason: refusalOf(error.code),
      parcels: parcelsOf(failed.safeParse(error.body).data),
    };
  }
}

function parcelsOf(refused: z.output<typeof failed> | undefined) {
  return (refused?.failed_shipments ?? []).map(({ shipment_id: parcelId, message }) => ({
    parcelId,
    reason: refusalOf(message),
  }));
}

type Refused = { kind: 'refused'; reason: LabelRefusal };
type LabelFile = { kind: 'pdf' | 'zpl'; bytes: Buffer };

const failed = z.looseObject({
  failed_shipments: z
    .array(z.looseObject({ shipment_id: remoteId.catch(''), message: z.string().catch('') }))
    .min(1),
});

/** The format is recognized from the bytes: neither the requested nor the declared type is reliable. */
export async function sniff(bytes: Buffer, asked: LabelFormat): Promise<LabelFile | Refused | null> {
  const { pdf, zpl } = await readLabelDocument(bytes, asked);
  if (zpl) return { kind: 'zpl', bytes: zpl };
  return pdf ? { kind: 'pdf', bytes: pdf } : readRefusal(bytes);
}

function readRefusal(bytes: Buffer): Refused | null {
  const refused = parseFailed(bytes);
  if (!refused) return null;
  return { kind: 'refused', reason: refusalOf(refused.failed_shipments[0]?.message || 'failed_shipments') };
}

function parseFailed(bytes: Buffer): z.output<typeof failed> | undefined {
  try {
    return failed.parse(parseRemoteJson(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
}
