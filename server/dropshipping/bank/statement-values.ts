import { type DecimalSign, decimalSignOf, foldTitle, readCell } from '#contract/business/import/cell.ts';
import { type Day, dayOf, parseDay } from '#contract/dates.ts';

/** A movement as in the bank's file; the amount is negative for a debit. */
export type StatementRow = {
  /** Its line in the file, so that people can find it. */
  line: number;
  /** Bank, branch and account; empty if the file does not contain them. */
  account: string;
  day: Day;
  amountCentavos: number;
  /** The bank's identifier; unreliable, because some banks repeat, omit or renumber it. */
  bankId: string;
  document: string;
  name: string;
  memo: string;
};

/** A parsed bank file. Balance lines are counted and unreadable lines reported: nothing is dropped in silence. */
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

/** The centavos of an amount: with a leading or trailing sign, C or D, or brackets. Null if it is ambiguous. */
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

/** The decimal separator of a file's amounts; null if no amount shows it, or they differ. */
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
 * The day of a movement. A time with another offset than Sao Paulo's is converted; midnight and noon mean the
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

/** Whether a text is a balance or a total, which banks write between the movements. */
function namesBalance(text: string): boolean {
  const folded = foldTitle(text).replace(/^s a l d o\b/, 'saldo');
  return balanceWords.test(folded) || folded === 'cod lanc 0';
}

/** True only if every text of the line is a balance: a payer's name may contain the word. */
export function isBalanceLine(texts: readonly string[]): boolean {
  const written = texts.filter((text) => text.trim() !== '');
  return written.length > 0 && written.every(namesBalance);
}
