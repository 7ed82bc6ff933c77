import { type Cell, foldTitle, textOfCell } from '#contract/business/import/cell.ts';
import {
  type PayoutColumn,
  type PayoutColumns,
  type PayoutReport,
  payoutColumns,
} from '#contract/orders/payout.ts';

/** Indexes of the columns of a report. Several columns of one meaning are in order of preference, or are added up. */
export type Layout = {
  report: PayoutReport;
  /** The first that is filled. */
  day: readonly number[];
  /** Day by which a line is recognized again, if the day of its release may still change. */
  happened: number | undefined;
  /** Numbers of the sale, of its cart and of its parcel. */
  numbers: readonly number[];
  amount: number | undefined;
  credit: number | undefined;
  debit: number | undefined;
  reference: number | undefined;
  text: number | undefined;
  /** Says whether a row is a movement, a balance or a total. */
  record: number | undefined;
  /** Says whether a row is a sale or one of its items, which repeats the amount of the sale. */
  view: number | undefined;
  /** Added up. */
  fee: readonly number[];
  freight: readonly number[];
};

/** Titles, folded; each entry is one column with its spellings. */
type Titles = {
  report: PayoutReport;
  /** All of them identify the report. */
  required: readonly (readonly string[])[];
  day: readonly string[];
  happened?: readonly string[];
  numbers: readonly string[];
  amount?: readonly string[];
  credit?: readonly string[];
  debit?: readonly string[];
  reference: readonly string[];
  text: readonly string[];
  record?: readonly string[];
  view?: readonly string[];
  fee: readonly string[];
  freight: readonly string[];
};

const orderTitles = ['order id', 'external reference', 'pack id', 'shipping id'];

const known: readonly Titles[] = [
  {
    report: 'release',
    required: [['date'], ['net credit amount'], ['net debit amount']],
    day: ['date'],
    numbers: orderTitles,
    credit: ['net credit amount'],
    debit: ['net debit amount'],
    reference: ['source id'],
    text: ['description'],
    record: ['record type'],
    fee: ['mp fee amount', 'financing fee amount'],
    freight: ['shipping fee amount'],
  },
  {
    report: 'settlement',
    required: [['transaction type'], ['settlement net amount']],
    day: ['money release date', 'settlement date', 'transaction date'],
    happened: ['transaction date', 'settlement date'],
    numbers: orderTitles,
    amount: ['settlement net amount'],
    reference: ['source id'],
    text: ['transaction type'],
    fee: ['fee amount', 'mp fee amount', 'financing fee amount'],
    freight: ['shipping fee amount'],
  },
  {
    report: 'income',
    required: [
      ['id do pedido', 'order id'],
      ['quantia total lancada', 'total released amount'],
      ['data de conclusao do pagamento', 'payout completed date'],
    ],
    day: ['data de conclusao do pagamento', 'payout completed date'],
    numbers: ['id do pedido', 'order id'],
    amount: ['quantia total lancada', 'total released amount'],
    reference: ['id do reembolso', 'refund id'],
    text: ['tipo de pedido', 'order type'],
    view: ['ver', 'view by'],
    fee: [
      ...['taxa de comissao liquida', 'taxa de comissao', 'taxa de servico liquida', 'taxa de servico'],
      ...['taxa de transacao', 'taxa de comissao afiliados do vendedor'],
      ...['commission fee', 'service fee', 'transaction fee'],
    ],
    freight: ['taxa de envio reverso', 'reverse shipping fee'],
  },
];

/** Titles that people and other systems write, by which the assignment of a person begins. */
const guessed: Record<PayoutColumn, readonly string[]> = {
  day: [
    ...['data de liberacao', 'data da liberacao', 'data do repasse', 'data repasse', 'data do pagamento'],
    ...['data de pagamento', 'data pagamento', 'data', 'release date', 'payout date', 'date'],
  ],
  saleNumber: [
    ...['numero do pedido', 'n do pedido', 'no do pedido', 'id do pedido', 'pedido', 'numero da venda'],
    ...['n da venda', 'id da venda', 'venda', 'order id', 'order number', 'order', 'referencia'],
  ],
  amount: [
    ...['valor liquido', 'valor do repasse', 'valor repasse', 'liquido', 'valor', 'net amount', 'amount'],
  ],
  credit: ['credito', 'entrada', 'credit'],
  debit: ['debito', 'saida', 'debit'],
  reference: ['id da transacao', 'id transacao', 'transacao', 'transaction id', 'id'],
  text: ['descricao', 'historico', 'lancamento', 'tipo', 'description', 'type'],
  feeAmount: ['taxas', 'taxa', 'tarifas', 'tarifa', 'comissao', 'fees', 'fee'],
  freightAmount: ['frete', 'custo de envio', 'shipping', 'freight'],
};

const foldAll = (cells: readonly Cell[]) => cells.map((cell) => foldTitle(textOfCell(cell)));

/** The layout of a report whose titles are known; null for any other row. */
export function knownLayout(cells: readonly Cell[]): Layout | null {
  const titles = foldAll(cells);
  const found = known.find(({ required }) =>
    required.every((spellings) => spellings.some((title) => titles.includes(title))),
  );
  if (!found) return null;
  const all = (names: readonly string[] = []) =>
    names.map((name) => titles.indexOf(name)).filter((index) => index >= 0);
  const one = (names: readonly string[] = []) => all(names)[0];
  return {
    report: found.report,
    day: all(found.day),
    happened: one(found.happened),
    numbers: all(found.numbers),
    amount: one(found.amount),
    credit: one(found.credit),
    debit: one(found.debit),
    reference: one(found.reference),
    text: one(found.text),
    record: one(found.record),
    view: one(found.view),
    fee: all(found.fee),
    freight: all(found.freight),
  };
}

/** Columns of another table, as far as its titles identify them. */
export function guessColumns(cells: readonly Cell[]): PayoutColumns {
  const titles = foldAll(cells);
  const match: PayoutColumns = {};
  for (const key of payoutColumns) {
    const index = guessed[key]
      .map((title) => titles.indexOf(title))
      .find((place) => place >= 0 && !Object.values(match).includes(place));
    if (index !== undefined) match[key] = index;
  }
  return match;
}

const listed = (index: number | undefined) => (index === undefined ? [] : [index]);

/** The layout that a person assigned. */
export const mappedLayout = (columns: PayoutColumns): Layout => ({
  report: 'mapped',
  day: listed(columns.day),
  happened: undefined,
  numbers: listed(columns.saleNumber),
  amount: columns.amount,
  credit: columns.credit,
  debit: columns.debit,
  reference: columns.reference,
  text: columns.text,
  record: undefined,
  view: undefined,
  fee: listed(columns.feeAmount),
  freight: listed(columns.freightAmount),
});
