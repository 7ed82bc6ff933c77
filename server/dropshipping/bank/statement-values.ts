import { type DecimalSign, decimalSignOf, foldTitle, readCell } from '#contract/business/import/cell.ts';
import { type Day, dayOf, parseDay } from '#contract/dates.ts';

/** A movement of an account as the file of its bank has it; the amount is negative where money left. */
export type StatementRow = {
  /** Of the file, for people who look it up. */
  line: number;
  /** Bank, branch and account; empty where the file does not say. */
  account: string;
  day: Day;
  amountCentavos: number;
  /** What the bank calls the movement; not reliable: some repeat it, some leave it out, some renumber each download. */
  bankId: string;
  document: string;
  name: string;
  memo: string;
};

/** A file of a bank as it was read. What is no movement is counted, what cannot be read is shown: nothing is dropped in silence. */
export type ReadStatement = {
  rows: StatementRow[];
  /** Lines that state a balance or a total. */
  balanceCount: number;
  unreadable: { line: number; text: string }[];
};

/** Why a file is refused as a statement. */
export class StatementFault extends Error {
  override readonly name = 'StatementFault';
  readonly code:
    | 'statement_unreadable'
    | 'statement_of_card'
    | 'statement_other_currency'
    | 'statement_too_long'
    | 'columns_needed';

  constructor(code: StatementFault['code']) {
    super(code);
    this.code = code;
  }
}

const signed = /^([-−–+]?) ?(?:R\$)? ?([-−–+]?) ?(\(?)([\d.,]+)(\)?) ?([-−–+CD]?)$/i;

/** Centavos of an amount as banks write it: signs before or behind, C and D, brackets. Null where it may be two amounts. */
export function readAmount(text: string, decimal: DecimalSign): number | null {
  const [, before = '', inner = '', open = '', digits = '', close = '', behind = ''] =
    signed.exec(text.replace(/\s+/g, ' ').trim()) ?? [];
  if (digits === '' || (open === '') !== (close === '')) return null;
  const marks = before + inner + behind;
  const read = readCell('money', digits, decimal);
  if (!('value' in read) || typeof read.value !== 'number') return null;
  const isNegative = open !== '' || /[-−–D]/i.test(marks);
  return isNegative ? -read.value : read.value;
}

/** The sign by which the amounts of a file separate centavos; null where none of them tells, or they differ. */
export function decimalSignIn(amounts: readonly string[]): DecimalSign {
  const signs = new Set(
    amounts.flatMap((text) => decimalSignOf(text.replace(/[^\d.,-]/g, '').replace(/-$/, '')) ?? []),
  );
  const [sign] = signs;
  return signs.size === 1 ? (sign ?? null) : null;
}

const ofxInstant =
  /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:\.\d+)?)?\s*(?:\[([-+]?\d+(?:\.\d+)?)(?::\w*)?\])?$/;
const ownOffset = -3;

/**
 * The day of a movement. A time with another offset than that of Sao Paulo is converted; midnight and noon mean the
 * day only.
 */
export function readStatementDay(text: string): Day | null {
  const value = text.trim();
  const found = ofxInstant.exec(value);
  if (found) {
    const [, year = '', month = '', date = '', hour = '00', minute = '00', second = '00', offset] = found;
    const day = parseDay(`${year}-${month}-${date}`);
    const isDayOnly = /^(00|12)0000$/.test(hour + minute + second);
    if (day === null || offset === undefined || Number(offset) === ownOffset || isDayOnly) return day;
    const utc = Date.UTC(Number(year), Number(month) - 1, Number(date), Number(hour), Number(minute));
    return dayOf(new Date(utc - Number(offset) * 3_600_000));
  }
  const short = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2})(?!\d)/.exec(value);
  const whole = short ? `${short[1]}/${short[2]}/20${short[3]}` : (value.split(/\s/)[0] ?? '');
  const read = readCell('day', whole, null);
  return 'value' in read && typeof read.value === 'string' ? read.value : null;
}

const balanceWords =
  /^(saldo|total|totais)( (anterior|inicial|final|total|do|da|de|dia|em|conta|corrente|disponivel|bloqueado|parcial|atual|diario|consolidado|periodo|aplic\w*|automatica|liquido|creditos?|debitos?|\d+))*$/;

/** Whether a text names a balance or a total, which banks write between the movements. */
function namesBalance(text: string): boolean {
  const folded = foldTitle(text).replace(/^s a l d o\b/, 'saldo');
  return balanceWords.test(folded) || folded === 'cod lanc 0';
}

/** Every text of the line names a balance: a payer may be called so, but then the other text says what moved. */
export function isBalanceLine(texts: readonly string[]): boolean {
  const written = texts.filter((text) => text.trim() !== '');
  return written.length > 0 && written.every(namesBalance);
}
