import { strFromU8 } from 'fflate';
import { z } from 'zod';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import { unzip } from '#server/unzip.ts';
import { RemoteFailure } from '../../http.ts';
import { parseRemoteJson } from '../../json.ts';
import type { LabelFormat } from '../capabilities.ts';
import type { LabelRefusal, MarketplaceLabel, MarketplaceLabels } from '../sales-port.ts';
import { MercadoLivreError } from './client.ts';
import { remoteId } from './order.ts';

/** Unpacked bytes of one answer, all entries together; and entries. */
const maxUnpacked = 5 * 1024 * 1024;
const maxEntries = 50;

/** Both formats are asked for; one of them is enough. */
export async function readLabel(session: SellerSession, parcelId: string): Promise<MarketplaceLabel> {
  const path = `/shipment_labels?shipment_ids=${parcelId}&response_type=`;
  try {
    const files: LabelFile[] = [];
    for (const type of ['pdf', 'zpl2']) {
      const file = sniff((await session.download(`${path}${type}`)).bytes);
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

/** All in one file; one that cannot be had keeps the others from it, and is named. */
export async function readLabels(
  session: SellerSession,
  parcelIds: readonly string[],
  format: LabelFormat,
): Promise<MarketplaceLabels> {
  const path = `/shipment_labels?shipment_ids=${parcelIds.join(',')}&response_type=${typeOf[format]}`;
  try {
    const { bytes } = await session.download(path);
    const file = sniff(bytes);
    if (file?.kind === 'refused') return { ...file, parcels: parcelsOf(parseFailed(bytes)) };
    if (!file) throw new RemoteFailure('the labels are neither PDF nor ZPL');
    // A seller may have chosen to get PDF whatever is asked for.
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

/** What was sent is told from its first bytes: neither the type asked for nor the one it is sent under is kept to. */
export function sniff(bytes: Buffer): LabelFile | Refused | null {
  const start = bytes.subarray(0, 200).toString('latin1');
  if (start.startsWith('%PDF-')) return { kind: 'pdf', bytes };
  if (start.startsWith('PK')) {
    const zpl = unpackTexts(bytes).find((text) => strFromU8(text.subarray(0, 200)).includes('^XA'));
    return zpl ? { kind: 'zpl', bytes: zpl } : null;
  }
  if (start.includes('^XA')) return { kind: 'zpl', bytes };
  if (start.trimStart().startsWith('{')) return readRefusal(bytes);
  return null;
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

/** The texts of a ZIP of labels. */
function unpackTexts(bytes: Buffer): Buffer[] {
  const limits = {
    maxEntries,
    maxBytes: maxUnpacked,
    isWanted: (name: string) => /\.(txt|zpl)$/i.test(name),
  };
  try {
    return unzip(bytes, limits).map((entry) => entry.bytes);
  } catch (error) {
    throw new RemoteFailure(`a label: ${error instanceof Error ? error.message : 'no ZIP'}`, {
      cause: error,
    });
  }
}
