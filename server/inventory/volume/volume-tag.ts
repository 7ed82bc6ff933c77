import { dayOf, formatDay } from '#contract/dates.ts';
import { maxVolumeLabels, type VolumeLabel } from '#contract/inventory/volume-tag.ts';
import type { ListQuery } from '#contract/primitives.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import {
  countsBlind,
  findLines,
  findVolume,
  findVolumesById,
  findVolumesOfRequest,
  listVolumes,
} from './volume.queries.ts';

type Listed = Awaited<ReturnType<typeof findVolumesById>>[number];

export async function listLabels(tx: Tx, actor: Actor, query: ListQuery) {
  const page = await listVolumes(tx, actor, query);
  return { ...page, items: await labelsOf(tx, actor, page.items) };
}

export async function readLabel(tx: Tx, actor: Actor, id: number): Promise<VolumeLabel> {
  const volume = (await findVolume(tx, actor, id)) ?? fail('not_found');
  const [label] = await labelsOf(tx, actor, [volume]);
  return label ?? fail('not_found');
}

type Wanted = { request?: number | undefined; volumes?: readonly number[] | undefined };

/** Labels of the volumes that came with a supply request, or of some that are named, in the order of their codes. */
export async function listWantedLabels(
  tx: Tx,
  actor: Actor,
  { request, volumes: ids = [] }: Wanted,
): Promise<VolumeLabel[]> {
  const volumes =
    request === undefined
      ? await findVolumesById(tx, actor, ids)
      : await findVolumesOfRequest(tx, actor, request);
  if (volumes.length > maxVolumeLabels) invalidField('request', 'too_big');
  return volumes.length === 0 ? fail('not_found') : labelsOf(tx, actor, volumes);
}

async function labelsOf(tx: Tx, actor: Actor, volumes: readonly Listed[]): Promise<VolumeLabel[]> {
  if (volumes.length === 0) return [];
  const lines = await findLines(
    tx,
    volumes.map((volume) => volume.id),
  );
  return volumes.map((volume) => {
    const label = { ...facts(volume), ...insideOf(volume.id, lines) };
    return countsBlind(actor, volume) ? withoutQuantities(label) : label;
  });
}

const facts = (volume: Listed) => ({
  id: volume.id,
  code: volume.code,
  name: volume.name,
  warehouse: volume.warehouse.name,
  position: volume.position?.code ?? null,
  createdAt: volume.createdAt.toISOString(),
});

/** Of a volume that is being counted, for who is to count it: what is inside, not how much. */
const withoutQuantities = (label: VolumeLabel): VolumeLabel => ({
  ...label,
  units: null,
  lines: label.lines.map((line) => ({ ...line, quantity: null })),
});

/** `3 x`, or nothing where it is not told. */
export const timesText = (quantity: number | null) => (quantity === null ? '' : `${quantity} x`);

function insideOf(volumeId: number, lines: Awaited<ReturnType<typeof findLines>>) {
  const inside = lines.filter((line) => line.volume_id === volumeId);
  return {
    units: inside.reduce((sum, line) => sum + line.quantity, 0),
    lines: inside.map((line) => ({
      sku: line.sku,
      name: [line.product_name, line.variation_name].filter(Boolean).join(' · '),
      quantity: line.quantity,
      lot: line.batch_id === null ? null : { code: line.batch_code ?? '', expiresOn: line.expires_on ?? '' },
    })),
  };
}

/** Lines of contents that fit on the label; what is left is counted. */
const shownLines = 12;

/** 100 × 150 mm at 8 dots/mm (Zebra ZPL II Programming Guide). The bar code is what the scanner must return. */
export function volumeZpl(label: VolumeLabel): string {
  const rest = label.lines.length - shownLines;
  const rows = label.lines.slice(0, shownLines).map((line, index) => {
    const y = 560 + index * 46;
    return [
      field(40, y, 30, timesText(line.quantity)),
      `^FO130,${y}^A0N,30,30^FB640,1,0,L^FH_^FD${escapeZpl([line.sku, line.name, lotText(line.lot)].filter(Boolean).join('  '))}^FS`,
    ].join('\n');
  });
  return [
    '^XA',
    '^CI28^PW800^LL1200^LH0,0',
    `^BY4,3,180^FO60,60^BCN,180,N,N,N^FH_^FD${escapeZpl(label.code)}^FS`,
    field(60, 260, 90, label.code),
    `^FO60,370^A0N,44,44^FB680,1,0,L^FH_^FD${escapeZpl(label.name)}^FS`,
    field(60, 430, 36, [label.warehouse, label.position].filter(Boolean).join(' / ')),
    field(60, 480, 30, formatDay(dayOf(label.createdAt))),
    '^FO40,530^GB720,3,3^FS',
    ...rows,
    ...(rest > 0 ? [field(40, 560 + shownLines * 46, 30, `+ ${rest}`)] : []),
    '^PQ1',
    '^XZ',
    '',
  ].join('\n');
}

/** `L2026 10/12/2026`: the lot and its last day. */
export const lotText = (lot: VolumeLabel['lines'][number]['lot']) =>
  lot ? `${lot.code} ${formatDay(lot.expiresOn)}` : '';

function field(x: number, y: number, height: number, text: string): string {
  return `^FO${x},${y}^A0N,${height},${height}^FH_^FD${escapeZpl(text)}^FS`;
}

/** `^` and `~` begin commands and `_` begins an escape (`^FH_`): none of them may come from a person's text. */
export function escapeZpl(text: string): string {
  return text
    .replaceAll(/[_^~]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll(/\p{Cc}+/gu, ' ');
}
