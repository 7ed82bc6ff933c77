import { dayOf, formatDay } from '#contract/dates.ts';
import { maxVolumeLabels, type VolumeLabel } from '#contract/inventory/volume-tag.ts';
import type { ListQuery } from '#contract/primitives.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import {
  countsBlind,
  findLines,
  findTotes,
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

/** Labels of the volumes of a supply request, or of named volumes, by code. */
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
  const ids = volumes.map((volume) => volume.id);
  // The contents of a tote change with every list and are not on its label.
  const totes = await findTotes(tx, ids);
  const lines = (await findLines(tx, ids)).filter(({ volume_id }) => !totes.includes(volume_id));
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

/** The contents of a volume that is being counted, for its counter: products without quantities. */
const withoutQuantities = (label: VolumeLabel): VolumeLabel => ({
  ...label,
  units: null,
  lines: label.lines.map((line) => ({ ...line, quantity: null })),
});

/** `3 x`, or nothing for a blind counter. */
export const timesText = (quantity: number | null) => (quantity === null ? '' : `${quantity} x`);

function insideOf(volumeId: number, lines: Awaited<ReturnType<typeof findLines>>) {
  const inside = lines.filter((line) => line.volume_id === volumeId);
  return {
    units: inside.reduce((sum, line) => sum + line.quantity, 0),
    lines: inside.map((line) => ({
      sku: line.sku,
      product: line.product_name,
      variation: line.variation_name === line.product_name ? '' : line.variation_name,
      quantity: line.quantity,
      lot: line.batch_id === null ? null : { code: line.batch_code ?? '', expiresOn: line.expires_on ?? '' },
    })),
  };
}

/** Lines of contents that fit on the label; the label says how many are left out. */
const shownLines = 6;

/** 100 × 150 mm at 8 dots/mm (Zebra ZPL II Programming Guide). The scanner must return exactly the barcode. */
export function volumeZpl(label: VolumeLabel): string {
  const rest = label.lines.length - shownLines;
  const rows = label.lines.slice(0, shownLines).map((line, index) => {
    const y = 550 + index * 86;
    return [
      zplLine({ x: 40, y, size: 30, width: 90, text: timesText(line.quantity) }),
      zplLine({ x: 130, y, size: 30, width: 640, text: joined(line.sku, lotText(line.lot)) }),
      zplLine({ x: 130, y: y + 38, size: 30, width: 640, text: joined(line.variation, line.product) }),
    ].join('\n');
  });
  return [
    '^XA',
    '^CI28^PW800^LL1200^LH0,0',
    `^BY4,3,180^FO60,60^BCN,180,N,N,N^FH_^FD${escapeZpl(label.code)}^FS`,
    zplLine({ x: 60, y: 260, size: 90, width: 700, text: label.code }),
    zplLine({ x: 60, y: 370, size: 44, width: 680, text: label.name }),
    zplLine({ x: 60, y: 430, size: 36, width: 680, text: placeOf(label) }),
    zplLine({ x: 60, y: 480, size: 30, width: 680, text: formatDay(dayOf(label.createdAt)) }),
    '^FO40,530^GB720,3,3^FS',
    ...rows,
    ...(rest > 0
      ? [zplLine({ x: 40, y: 550 + shownLines * 86, size: 30, width: 720, text: `+ ${rest}` })]
      : []),
    '^PQ1',
    '^XZ',
    '',
  ].join('\n');
}

/** The position of the volume. */
export const placeOf = ({ warehouse, position }: Pick<VolumeLabel, 'warehouse' | 'position'>) =>
  [warehouse, position].filter(Boolean).join(' / ');

/** The variation before the product: a truncated row still distinguishes two variations. */
export const joined = (...texts: string[]) => texts.filter(Boolean).join('  ');

/** `L2026 10/12/2026`: the lot and its last day. */
export const lotText = (lot: VolumeLabel['lines'][number]['lot']) =>
  lot ? `${lot.code} ${formatDay(lot.expiresOn)}` : '';

type ZplLine = {
  x: number;
  y: number;
  /** Height of the characters, in dots. */
  size: number;
  width: number;
  text: string;
  rows?: number;
  align?: 'L' | 'C';
};

/** Average width of a character of the scalable font, as a share of its height. */
const averageWidth = 0.55;

/**
 * A text block (`^FB`) with at most that many rows. The printer writes overflow over the last row, so the text is
 * truncated first (Zebra ZPL II Programming Guide, `^FB`).
 */
export function zplLine({ x, y, size, width, text, rows = 1, align = 'L' }: ZplLine): string {
  const longest = Math.floor((rows * width) / (size * averageWidth));
  const shown = text.length > longest ? `${text.slice(0, longest - 3).trimEnd()}...` : text;
  return `^FO${x},${y}^A0N,${size},${size}^FB${width},${rows},4,${align}^FH_^FD${escapeZpl(shown)}^FS`;
}

/** `^` and `~` begin commands and `_` an escape (`^FH_`): all three are removed from people's texts. */
export function escapeZpl(text: string): string {
  return text
    .replaceAll(/[_^~]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll(/\p{Cc}+/gu, ' ');
}
