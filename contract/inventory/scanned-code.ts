import { addDays, type Day, firstOfNextMonth } from '../dates.ts';
import { codeOfGoods, isGtin } from '../primitives.ts';

/** What was read: the code as it is looked up, and what a GS1 element string says of the goods besides. */
export type Scanned = { code: string; lot?: string; expiresOn?: Day };

/** What a scanner puts around every code that it sends. */
export type Affixes = { prefix: string; suffix: string };
export const noAffixes: Affixes = { prefix: '', suffix: '' };

/** Stands between elements of no fixed length: FNC1, as scanners send it. */
export const groupSeparator = '\u001d';

/** The same code so soon again is the same scan, told twice by the scanner. */
export const sameScanMs = 80;

export function readScan(text: string, affixes: Affixes = noAffixes): Scanned {
  const bare = withoutAffixes(text.trim(), affixes);
  const elements = elementsOf(bare);
  const code = elements?.get('01') ?? elements?.get('02') ?? elements?.get('00');
  if (!elements || code === undefined) return { code: bare };
  const lot = elements.get('10');
  const expiresOn = dayOfElement(elements.get('17') ?? elements.get('15'));
  return { code: codeOfGoods(code), ...(lot && { lot }), ...(expiresOn && { expiresOn }) };
}

function withoutAffixes(text: string, { prefix, suffix }: Affixes): string {
  const begun = prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : text;
  const bare = suffix !== '' && begun.endsWith(suffix) ? begun.slice(0, -suffix.length) : begun;
  return bare === '' ? text : bare;
}

/** Symbologies that hold element strings: GS1-128, DataBar, DataMatrix, QR. */
const symbology = /^\](C1|e0|d2|Q3|J1)/;
const written = /\((\d{2,4})\)([^(]+)/g;

/** By application identifier; null where the text is no element string. */
function elementsOf(text: string): Map<string, string> | null {
  if (/^(\(\d{2,4}\)[^(]+)+$/.test(text))
    return checked(new Map([...text.matchAll(written)].map(([, id = '', value = '']) => [id, value])));
  const isNamed = symbology.test(text) || text.startsWith(groupSeparator);
  const found = cut(text.replace(symbology, ''));
  // Digits alone may be any number: a single element is believed only where the scanner says what it is.
  return found && (isNamed || found.size > 1) ? checked(found) : null;
}

function checked(elements: Map<string, string>): Map<string, string> | null {
  const gtins = ['01', '02'].flatMap((id) => elements.get(id) ?? []);
  return gtins.every((gtin) => gtin.length === 14 && isGtin(gtin)) ? elements : null;
}

/** Digits of elements whose length is fixed, by the beginning of their identifier. */
const fixed: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  11: 6,
  12: 6,
  13: 6,
  15: 6,
  16: 6,
  17: 6,
  20: 2,
};
const upToSeparator = new Set(['10', '21', '22', '30', '37']);

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
  const id = text.slice(0, 2);
  const length = fixed[id];
  if (length !== undefined) {
    const value = text.slice(2, 2 + length);
    return value.length === length && /^\d+$/.test(value) ? { id, value } : null;
  }
  if (!upToSeparator.has(id)) return null;
  const [value = ''] = text.slice(2).split(groupSeparator);
  return value !== '' && value.length <= 20 ? { id, value } : null;
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
