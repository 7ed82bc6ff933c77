import type { PlaceRoll } from '#contract/inventory/place-label.ts';
import { escapeZpl } from '#server/inventory/volume/volume-tag.ts';
import type { PlaceLabel } from './place-label.ts';
import { capital, modulesOf, placeLayout, placeSheets } from './place-layout.ts';

/** Dots per millimeter at 203 dpi. */
const dpmm = 8;
const dots = (millimeters: number) => Math.round(millimeters * dpmm);

/** Label for a Zebra printer (ZPL II Programming Guide). The scanner must return exactly the code. */
export function placeZpl(label: PlaceLabel, paper: PlaceRoll): string {
  const { rows, arrow, bars } = placeLayout(label, paper);
  const { width, height } = placeSheets[paper];
  const code = escapeZpl(label.code);
  const module = Math.max(1, Math.floor(dots(bars.width) / modulesOf(label.code)));
  return [
    '^XA',
    `^CI28^PW${dots(width)}^LL${dots(height)}^LH0,0`,
    // `^FT` gives the line on which the characters are.
    ...rows.map(
      ({ text, x, y, size }) =>
        `^FT${dots(x)},${dots(y + size * capital)}^A0N,${dots(size)},${dots(size)}^FH_^FD${escapeZpl(text)}^FS`,
    ),
    ...(arrow && label.arrow ? arrowZpl(arrow, label.arrow) : []),
    `^BY${module},3,${dots(bars.height)}^FO${dots(bars.x)},${dots(bars.y)}^BCN,${dots(bars.height)},N,N,N^FH_^FD${code}^FS`,
    '^PQ1',
    '^XZ',
    '',
  ].join('\n');
}

type Box = { x: number; y: number; width: number; height: number };

/** Dots of one step of the head, which is a stack of bars: the language fills rectangles only. */
const step = 3;

function arrowZpl({ x, y, width, height }: Box, points: 'up' | 'down'): string[] {
  const half = dots(height / 2);
  const steps = Math.floor(half / step);
  const bar = (top: number, across: number, tall: number) => {
    const from = points === 'up' ? top : dots(height) - top - tall;
    return `^FO${dots(x + width / 2) - Math.round(across / 2)},${dots(y) + from}^GB${across},${tall},${tall}^FS`;
  };
  const head = Array.from({ length: steps }, (_, index) =>
    bar(index * step, Math.round((dots(width) * (index + 1)) / steps), step),
  );
  const stem = dots(width * 0.36);
  return [...head, bar(steps * step, stem, dots(height) - steps * step)];
}
