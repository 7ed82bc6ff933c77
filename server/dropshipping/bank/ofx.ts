import {
  decimalSignIn,
  isBalanceLine,
  type ReadStatement,
  readAmount,
  readStatementDay,
  StatementFault,
  type StatementRow,
} from './statement-values.ts';

/**
 * Tags that are read. Anything else in angle brackets is text, because banks write names and remarks unescaped. The
 * reader is our own: see the decision "Bank statements are read by our own reader".
 */
const tags = new Set([
  ...['OFX', 'OFC', 'STMTRS', 'CCSTMTRS', 'ACCTSTMT', 'CURDEF', 'BANKTRANLIST', 'LEDGERBAL', 'AVAILBAL'],
  ...['BANKACCTFROM', 'CCACCTFROM', 'ACCTFROM', 'BANKACCTTO', 'CCACCTTO', 'BANKID', 'BRANCHID', 'ACCTID'],
  ...['ACCTTYPE', 'ACCTKEY', 'STMTTRN', 'TRNTYPE', 'DTPOSTED', 'DTUSER', 'DTAVAIL', 'TRNAMT', 'FITID'],
  ...['CORRECTFITID', 'CORRECTACTION', 'SRVRTID', 'CHECKNUM', 'CHKNUM', 'REFNUM', 'SIC', 'PAYEEID', 'NAME'],
  ...['EXTDNAME', 'PAYEE', 'ADDR1', 'ADDR2', 'ADDR3', 'CITY', 'STATE', 'POSTALCODE', 'COUNTRY', 'PHONE'],
  ...['MEMO', 'IMAGEDATA', 'CURRENCY', 'ORIGCURRENCY', 'CURRATE', 'CURSYM', 'INV401KSOURCE', 'BALAMT'],
  ...['DTASOF', 'DTSTART', 'DTEND', 'STMTTRNRS', 'CCSTMTTRNRS', 'BANKMSGSRSV1', 'CREDITCARDMSGSRSV1'],
]);
const tagPattern = /<(\/?)([A-Z\d]{2,20})\s{0,9}\/?>/gi;

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
};

const readText = (text: string) =>
  text
    .replace(/^<!\[CDATA\[(.*)\]\]>$/s, '$1')
    .replace(/&(?:#(\d{1,5})|(\w{2,4}));/g, (whole, code, name) =>
      code ? String.fromCodePoint(Number(code)) : (entities[String(name).toLowerCase()] ?? whole),
    )
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

type Token = { isEnd: boolean; tag: string; text: string; line: number };

/** Tags in their order, each with the text up to the next one: values need no end tag. */
function* tokensOf(file: string): Generator<Token> {
  let line = 1;
  let counted = 0;
  let open: Omit<Token, 'text'> | null = null;
  let from = 0;
  for (const match of file.matchAll(tagPattern)) {
    if (!tags.has((match[2] ?? '').toUpperCase())) continue;
    if (open) yield { ...open, text: readText(file.slice(from, match.index)) };
    for (; counted < match.index; counted++) if (file[counted] === '\n') line += 1;
    open = { isEnd: match[1] === '/', tag: (match[2] ?? '').toUpperCase(), line };
    from = match.index + match[0].length;
  }
  if (open) yield { ...open, text: readText(file.slice(from)) };
}

/** Values of one movement by their tag, the first of each. */
type Movement = { line: number; account: string; values: Map<string, string> };

const accountTags = new Set(['BANKID', 'BRANCHID', 'ACCTID']);
const accountHomes = new Set(['BANKACCTFROM', 'CCACCTFROM', 'ACCTFROM']);

function movementsOf(file: string) {
  const movements: Movement[] = [];
  const currencies = new Set<string>();
  let account: string[] = [];
  let inAccount = false;
  let movement: Movement | null = null;
  let ofAccounts = 0;
  let ofCards = 0;
  for (const { isEnd, tag, text, line } of tokensOf(file)) {
    if (accountHomes.has(tag)) {
      inAccount = !isEnd;
      if (inAccount) account = [];
    } else if (tag === 'STMTTRN' || tag === 'BANKTRANLIST' || tag === 'LEDGERBAL') {
      movement = tag === 'STMTTRN' && !isEnd ? { line, account: account.join('/'), values: new Map() } : null;
      if (movement) movements.push(movement);
    } else if (inAccount && !isEnd && accountTags.has(tag)) {
      account.push(text);
    } else if (tag === 'CURDEF' && !isEnd) currencies.add(text.toUpperCase());
    else if (tag === 'CCSTMTRS' && !isEnd) ofCards += 1;
    else if ((tag === 'STMTRS' || tag === 'ACCTSTMT') && !isEnd) ofAccounts += 1;
    if (movement && !isEnd && text !== '' && !movement.values.has(tag)) movement.values.set(tag, text);
  }
  return { movements, currencies, isOfCard: ofCards > 0 && ofAccounts === 0 };
}

/** Some files begin with the movements. */
export const isOfx = (file: string): boolean => /<(OF[XC]|STMTTRN)>/i.test(file);

/** Types of the standard by which money leaves the account; 1 is the same in OFC. */
const leaving = new Set([
  ...['DEBIT', 'FEE', 'SRVCHG', 'ATM', 'POS', 'CHECK', 'PAYMENT', 'CASH', 'DIRECTDEBIT', 'REPEATPMT', '1'],
]);
/** Santander writes BRC, a former code of the currency. */
const realNames = new Set(['BRL', 'BRC', 'R$', 'REAL', '']);

/** Reads OFX 1.x (SGML), 2.x (XML) and the older OFC of Brazilian banks, including their deviations. */
export function readOfx(file: string): ReadStatement {
  const { movements, currencies, isOfCard } = movementsOf(file);
  if (isOfCard) throw new StatementFault('statement_of_card');
  if ([...currencies].some((name) => !realNames.has(name)))
    throw new StatementFault('statement_other_currency');
  const decimal = decimalSignIn(movements.map(({ values }) => values.get('TRNAMT') ?? ''));
  const read = movements.map((movement) => readMovement(movement, decimal));
  const typed = read.flatMap((row) => (typeof row === 'object' && 'type' in row ? [row] : []));
  // The sign gives the direction; without signs, the type does.
  const isUnsigned =
    typed.every(({ row }) => row.amountCentavos >= 0) && typed.some(({ type }) => leaving.has(type));
  return {
    rows: typed.map(({ row, type }) =>
      isUnsigned && leaving.has(type) ? { ...row, amountCentavos: -row.amountCentavos } : row,
    ),
    balanceCount: read.filter((row) => row === 'balance').length,
    unreadable: read.flatMap((row) => (typeof row === 'object' && 'text' in row ? [row] : [])),
  };
}

type Read = { row: StatementRow; type: string } | 'balance' | { line: number; text: string };

function readMovement({ line, account, values }: Movement, decimal: ',' | '.' | null): Read {
  const of = (...names: string[]) =>
    names.map((name) => values.get(name) ?? '').find((text) => text !== '') ?? '';
  const [name, memo] = [of('NAME', 'EXTDNAME'), of('MEMO')];
  if (isBalanceLine([name, memo])) return 'balance';
  const day = readStatementDay(of('DTPOSTED', 'DTAVAIL', 'DTUSER'));
  const amountCentavos = readAmount(of('TRNAMT'), decimal);
  if (amountCentavos === 0) return 'balance';
  if (day === null || amountCentavos === null)
    return { line, text: [of('DTPOSTED'), of('TRNAMT'), name, memo].filter(Boolean).join(' ') };
  const document = of('CHECKNUM', 'CHKNUM', 'REFNUM');
  return {
    type: of('TRNTYPE').toUpperCase(),
    row: { line, account, day, amountCentavos, bankId: of('FITID'), document, name, memo },
  };
}
