import type { PlacePaper } from '#contract/inventory/place-label.ts';
import type { PlaceLabel } from './place-label.ts';

/**
 * In millimeters. The sheets have the geometry of Avery L7163 and L7165, which the brands sold in Brazil have as well.
 * In the margin of a label nothing is printed, because printers are not exact to the millimeter.
 */
export const placeSheets = {
  a4_14: {
    ...{ width: 210, height: 297, columns: 2, rows: 7, left: 4.65, top: 15.1, across: 101.6 },
    label: { width: 99.1, height: 38.1, margin: 4, bars: 10 },
  },
  a4_8: {
    ...{ width: 210, height: 297, columns: 2, rows: 4, left: 4.65, top: 13.1, across: 101.6 },
    label: { width: 99.1, height: 67.7, margin: 5, bars: 17 },
  },
  '100x50': {
    ...{ width: 100, height: 50, columns: 1, rows: 1, left: 0, top: 0, across: 100 },
    label: { width: 100, height: 50, margin: 4, bars: 13 },
  },
  '100x150': {
    ...{ width: 100, height: 150, columns: 1, rows: 1, left: 0, top: 0, across: 100 },
    label: { width: 100, height: 150, margin: 5, bars: 30 },
  },
} as const satisfies Record<PlacePaper, object>;

type Box = { x: number; y: number; width: number; height: number };
/** `size`: of the font, whose capitals are 0.72 of it high. */
type Row = { text: string; x: number; y: number; width: number; size: number };
type Placed = { rows: Row[]; arrow: Box | null; bars: Box };

/** Capitals of this height are read from two meters (1/200 of the distance). */
const readable = 10;
export const capital = 0.72;
/** Average width of a capital or a digit in bold, as a share of the font size. */
const averageWidth = 0.64;
const gap = 2;
/** Wider modules do not fit into the beam of a hand scanner. */
const widestModule = 0.6;
/** Code 128 has eleven modules for each character, and 35 for start, check digit and stop. */
export const modulesOf = (code: string) => 11 * code.length + 35;

const widest = (text: string, width: number) => width / (averageWidth * Math.max(1, text.length));

/**
 * The code above its bars, with the arrow before it. If the whole code is not readable in one row, its last step has a
 * row of its own and most of the height: the steps before it are read from closer, on the way.
 */
export function placeLayout(
  { inside, own, code, arrow, isApart = false }: PlaceLabel,
  paper: PlacePaper,
): Placed {
  const { width, height, margin, bars } = placeSheets[paper].label;
  const inner = width - 2 * margin;
  const upper = height - 2 * margin - bars - gap;
  const pointer = arrow ? Math.min(upper, inner / 5) : 0;
  const x = margin + (arrow ? pointer + gap : 0);
  const across = inner - (arrow ? pointer + gap : 0);
  const row = (text: string, top: number, tall: number): Row => {
    const size = Math.min(tall / capital, widest(text, across));
    return { text, x, y: margin + top + (tall - size * capital) / 2, width: across, size };
  };
  const isWhole = inside === '' || (!isApart && widest(code, across) * capital >= readable);
  const above = upper * 0.28;
  return {
    rows: isWhole
      ? [row(inside === '' ? own : code, 0, upper)]
      : [row(inside, 0, above), row(own, above + gap, upper - above - gap)],
    arrow: arrow && {
      ...{ x: margin, width: pointer, height: pointer },
      y: margin + (upper - pointer) / 2,
    },
    bars: {
      x: margin,
      y: height - margin - bars,
      width: Math.min(inner, modulesOf(code) * widestModule),
      height: bars,
    },
  };
}
