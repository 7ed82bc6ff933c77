import { codeOfGoods, isGtin, withoutInvisible } from '../codes.ts';
import { addDays, type Day, firstOfNextMonth } from '../dates.ts';
import { groupSeparator } from './scanner-signs.ts';

/** A scanned code: the code for the look-up, and further facts of a GS1 element string. */
export type Scanned = { code: string; lot?: string; expiresOn?: Day };

/** The frame that a scanner sends around every code. */
export type Affixes = { prefix: string; suffix: string };
export const noAffixes: Affixes = { prefix: '', suffix: '' };

export function readScan(text: string, affixes: Affixes = noAffixes): Scanned {
  const bare = withoutAffixes(visibleOf(text), affixes);
  const elements = elementsOf(bare);
  const code = elements?.get('01') ?? elements?.get('02') ?? elements?.get('00');
  if (!elements || code === undefined) return { code: asStored(withoutSymbology(bare)) };
  const lot = elements.get('10');
  const expiresOn = dayOfElement(elements.get('17') ?? elements.get('15'));
  return { code: codeOfGoods(code), ...(lot && { lot }), ...(expiresOn && { expiresOn }) };
}

const isBlank = (sign: string) => sign <= ' ' || sign === '\u007f' || sign === '\u00a0';

/** Without what no reader sees: spaces and control characters around the code, zero-width characters anywhere in it. */
function visibleOf(text: string): string {
  const signs = [...withoutInvisible(text)];
  const first = signs.findIndex((sign) => sign === groupSeparator || !isBlank(sign));
  const last = signs.findLastIndex((sign) => !isBlank(sign));
  return first < 0 ? '' : signs.slice(first, last + 1).join('');
}

/** The codes of a pasted text: one per line or between tabs. */
export const codesOf = (text: string): string[] =>
  text
    .split(/[\r\n\t]+/)
    .map(visibleOf)
    .filter((code) => code !== '');

function withoutAffixes(text: string, { prefix, suffix }: Affixes): string {
  const begun = prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : text;
  const bare = suffix !== '' && begun.endsWith(suffix) ? begun.slice(0, -suffix.length) : begun;
  return bare === '' ? text : bare;
}

/** Goods are identified by the number under their bars: without the digit that only pads it to fourteen. */
const asStored = (code: string) => (/^0\d{13}$/.test(code) ? codeOfGoods(code) : code);

/** The prefix that some scanners send for the symbology (ISO/IEC 15424): `]E0` for an EAN-13. */
const symbologyIdentifier = /^\][A-Za-z][0-9A-Za-z]/;
/** Of an EAN with a supplement of two or five digits, which does not identify the goods. */
const supplemented = /^\]E3(\d{13})\d{2,5}$/;

function withoutSymbology(text: string): string {
  const [, ean] = supplemented.exec(text) ?? [];
  const bare = ean ?? text.replace(symbologyIdentifier, '');
  return bare === '' ? text : bare;
}

/** Symbologies that hold element strings: GS1-128, DataBar, DataMatrix, QR, DotCode. */
const symbology = /^\](C1|e[0-3]|d2|Q3|J1)/;
const written = /\((\d{2,4})\)([^(]+)/g;

/** Elements by application identifier; null if the text is not an element string. */
function elementsOf(text: string): Map<string, string> | null {
  if (/^(\(\d{2,4}\)[^(]+)+$/.test(text))
    return checked(new Map([...text.matchAll(written)].map(([, id = '', value = '']) => [id, value])));
  const link = elementsOfLink(text);
  if (link) return checked(link);
  const isNamed = symbology.test(text) || text.startsWith(groupSeparator);
  const found = cut(text.replace(symbology, ''));
  // Digits alone may be any number: a single element is only recognized if the scanner names the symbology.
  return found && (isNamed || found.size > 1) ? checked(found) : null;
}

/** A GS1 Digital Link: `https://example.com/01/07891000315507/10/L7?17=261231`. */
function elementsOfLink(text: string): Map<string, string> | null {
  const [, gtin, path = '', query = ''] =
    /^https?:\/\/[^?#]*?\/01\/(\d{8,14})((?:\/\d{2,4}\/[^/?#]+)*)\/?(?:\?([^#]*))?(?:#.*)?$/i.exec(text) ??
    [];
  if (gtin === undefined) return null;
  const qualifiers = [...path.matchAll(/\/(\d{2,4})\/([^/]+)/g)].map(
    ([, id = '', value = '']): [string, string] => [id, decoded(value)],
  );
  const attributes = query.split('&').map((pair): [string, string] => {
    const [id = '', value = ''] = pair.split('=');
    return [id, decoded(value)];
  });
  return new Map([...attributes, ...qualifiers, ['01', gtin.padStart(14, '0')]]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function checked(elements: Map<string, string>): Map<string, string> | null {
  const gtins = ['01', '02'].flatMap((id) => elements.get(id) ?? []);
  return gtins.every((gtin) => gtin.length === 14 && isGtin(gtin)) ? elements : null;
}

/** Elements whose length is fixed, by the first two digits of their identifier: digits of the identifier and the value. */
const fixed: Readonly<Record<string, readonly [identifier: number, value: number]>> = {
  '00': [2, 18],
  '01': [2, 14],
  '02': [2, 14],
  11: [2, 6],
  12: [2, 6],
  13: [2, 6],
  15: [2, 6],
  16: [2, 6],
  17: [2, 6],
  20: [2, 2],
  // Measures: net weight, length, area, volume.
  31: [4, 6],
  32: [4, 6],
  33: [4, 6],
  34: [4, 6],
  35: [4, 6],
  36: [4, 6],
  // Parties and places.
  41: [3, 13],
};
/** Those that end with a separator or the code, by the first two digits: digits of the identifier. */
const upToSeparator: Readonly<Record<string, number>> = {
  10: 2,
  21: 2,
  22: 2,
  24: 3,
  25: 3,
  30: 2,
  37: 2,
  40: 3,
  42: 3,
};
const longestValue = 30;

function cut(text: string): Map<string, string> | null {
  const elements = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    if (rest.startsWith(groupSeparator)) {
      rest = rest.slice(1);
      continue;
    }
    const element = nextElement(rest);
    if (!element || elements.has(element.id)) return null;
    elements.set(element.id, element.value);
    rest = rest.slice(element.id.length + element.value.length);
  }
  return elements.size > 0 ? elements : null;
}

function nextElement(text: string): { id: string; value: string } | null {
  const begun = text.slice(0, 2);
  const [identifier, length] = fixed[begun] ?? [];
  if (identifier !== undefined && length !== undefined) {
    const id = text.slice(0, identifier);
    const value = text.slice(identifier, identifier + length);
    return value.length === length && /^\d+$/.test(id + value) ? { id, value } : null;
  }
  const named = upToSeparator[begun];
  if (named === undefined) return null;
  const id = text.slice(0, named);
  const [value = ''] = text.slice(named).split(groupSeparator);
  return /^\d+$/.test(id) && value !== '' && value.length <= longestValue ? { id, value } : null;
}

/** Year, month, day; the day 00 is the last of its month. */
function dayOfElement(digits: string | undefined): Day | undefined {
  const [, year, month, day] = /^(\d{2})(\d{2})(\d{2})$/.exec(digits ?? '') ?? [];
  if (!year || !month || !day || Number(month) < 1 || Number(month) > 12) return undefined;
  const first = `20${year}-${month}-01`;
  const last = addDays(firstOfNextMonth(first), -1);
  if (day === '00') return last;
  const found = `20${year}-${month}-${day}`;
  return found <= last ? found : undefined;
}
