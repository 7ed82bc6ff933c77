import { addDays, type Day, firstOfNextMonth, parseDay } from '#contract/dates.ts';

export type NfeLot = { code: string; quantity: number | null; expiresOn: string };

const months = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ');

/** A day in ISO or Brazilian order, or a month, which means its last day. */
export function expiryOf(written: string): Day | null {
  const text = written.trim().toLowerCase();
  const iso = parseDay(text);
  if (iso) return iso;
  const [first = '', second = '', third, ...more] = text.split(/[/.-]/);
  const year = third ?? second;
  if (more.length > 0 || !/^(\d{2}|\d{4})$/.test(year)) return null;
  if (third !== undefined)
    return parseDay(`${yearOf(year)}-${second.padStart(2, '0')}-${first.padStart(2, '0')}`);
  const named = months.indexOf(first.slice(0, 3));
  const month = String(named < 0 ? first : named + 1).padStart(2, '0');
  const begins = parseDay(`${yearOf(year)}-${month}-01`);
  return begins && addDays(firstOfNextMonth(begins), -1);
}

const yearOf = (text: string) => (text.length === 2 ? `20${text}` : text);

type Mark = 'lot' | 'expiry' | 'other' | 'units' | 'filler';

/** Words in issuers' texts for a lot, its expiry day, another day, and its units. */
const marks = new Map<string, Mark>(
  Object.entries({
    ...{ lote: 'lot', lotes: 'lot', lt: 'lot' },
    ...{ val: 'expiry', valid: 'expiry', validade: 'expiry', venc: 'expiry', vencto: 'expiry' },
    ...{ vcto: 'expiry', vencimento: 'expiry' },
    ...{ fab: 'other', fabr: 'other', fabricacao: 'other', fabric: 'other' },
    ...{ qtd: 'units', qtde: 'units', quant: 'units', quantidade: 'units' },
    ...{
      n: 'filler',
      no: 'filler',
      nr: 'filler',
      num: 'filler',
      numero: 'filler',
      dt: 'filler',
      data: 'filler',
    },
    ...{ de: 'filler', do: 'filler', em: 'filler', '-': 'filler', '': 'filler' },
  } satisfies Record<string, Mark>),
);

const fold = (word: string) =>
  word
    .normalize('NFD')
    .replace(/[\p{M}º°.]/gu, '')
    .toLowerCase();

const isDay = /^\d{1,2}\/\d{1,2}\/\d{2,4}$/;

/** The layout allows 500 characters; further text is not searched for lots. */
const longest = 1000;

/**
 * Lots in the free text of a line (`infAdProd`), for documents without `rastro`: a code has a digit; days and units
 * that cannot be parsed are left to the person who has the goods.
 */
export function lotsOfText(text: string): NfeLot[] {
  // `LT` is also a unit of measure, so it names a lot only with a colon.
  const named = text.slice(0, longest).replace(/\blt\b(?!\s*[.:])/gi, ' ');
  const words = named.split(/[\s:;=,|()]+/);
  const lots: NfeLot[] = [];
  let expected: Mark | null = null;
  for (const word of words) {
    const mark = marks.get(fold(word));
    if (mark === 'filler') continue;
    if (mark) {
      expected = mark;
      continue;
    }
    const last = lots.at(-1);
    if (expected === 'lot' && /\d/.test(word) && word.length <= 40 && !isDay.test(word))
      lots.push({ code: word.replace(/(?<![.-])[.-]+$/, ''), quantity: null, expiresOn: '' });
    if (expected === 'expiry' && last?.expiresOn === '') last.expiresOn = expiryOf(word) ?? '';
    if (expected === 'units' && last?.quantity === null && /^\d{1,9}$/.test(word))
      last.quantity = Number(word);
    expected = null;
  }
  return lots;
}
