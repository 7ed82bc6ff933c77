import { strFromU8, Unzip, UnzipInflate } from 'fflate';
import { z } from 'zod';
import { RemoteFailure } from '../../http.ts';
import { parseRemoteJson } from '../../json.ts';
import type { LabelFormat } from '../capabilities.ts';
import type { SellerSession } from '../marketplace.ts';
import type { MarketplaceLabel, MarketplaceLabels } from '../sales-port.ts';
import { MercadoLivreError } from './client.ts';
import { remoteId } from './order.ts';

/** Unpacked bytes of one answer, all entries together; entries; and what is unpacked at a time, at most a thousandfold. */
const maxUnpacked = 5 * 1024 * 1024;
const maxEntries = 50;
const sliceBytes = 1024;

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
    return { kind: 'refused', reason: error.code };
  }
}

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
    return { kind: 'refused', reason: error.code, parcels: parcelsOf(failed.safeParse(error.body).data) };
  }
}

function parcelsOf(refused: z.output<typeof failed> | undefined) {
  return (refused?.failed_shipments ?? []).map(({ shipment_id: parcelId, message: reason }) => ({
    parcelId,
    reason,
  }));
}

type LabelFile = { kind: 'pdf' | 'zpl'; bytes: Buffer };

const failed = z.looseObject({
  failed_shipments: z
    .array(z.looseObject({ shipment_id: remoteId.catch(''), message: z.string().catch('') }))
    .min(1),
});

/** What was sent is told from its first bytes: neither the type asked for nor the one it is sent under is kept to. */
export function sniff(bytes: Buffer): LabelFile | { kind: 'refused'; reason: string } | null {
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

function readRefusal(bytes: Buffer): { kind: 'refused'; reason: string } | null {
  const refused = parseFailed(bytes);
  if (!refused) return null;
  return { kind: 'refused', reason: refused.failed_shipments[0]?.message || 'failed_shipments' };
}

function parseFailed(bytes: Buffer): z.output<typeof failed> | undefined {
  try {
    return failed.parse(parseRemoteJson(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** The texts of a ZIP. Its entries' paths are never used, and their sizes not believed: what comes out is counted. */
function unpackTexts(bytes: Buffer): Buffer[] {
  const texts: Buffer[] = [];
  let total = 0;
  let entries = 0;
  const zip = new Unzip((entry) => {
    if (++entries > maxEntries) throw new RemoteFailure(`a label of more than ${maxEntries} files`);
    if (!/\.(txt|zpl)$/i.test(entry.name)) return;
    const chunks: Uint8Array[] = [];
    entry.ondata = (error, chunk, final) => {
      if (error) throw error;
      total += chunk.length;
      if (total > maxUnpacked) throw new RemoteFailure(`a label of more than ${maxUnpacked} bytes`);
      chunks.push(chunk);
      if (final) texts.push(Buffer.concat(chunks));
    };
    entry.start();
  });
  zip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += sliceBytes)
      zip.push(bytes.subarray(at, at + sliceBytes), at + sliceBytes >= bytes.length);
  } catch (error) {
    if (error instanceof RemoteFailure) throw error;
    throw new RemoteFailure('the label is no readable ZIP', { cause: error });
  }
  return texts;
}
