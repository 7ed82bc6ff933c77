import { type BookRow, workbookOf } from '#server/business/test/sheet-book.ts';
import { dayAt, type Movement, type Place, type Plan, sum } from './plan.ts';

/** What a person downloads at a place: the movements of some days, as far as they exist on the day of the download. */
export type Period = { place: Place; from: number; to: number; on: number };
export type ReportFile = { name: string; bytes: Buffer };

export const listed = ({ movements }: Plan, { place, from, to, on }: Period): Movement[] =>
  movements.filter((one) => one.place === place && one.day >= from && one.day <= to && one.knownFrom <= on);

export function writeReport(plan: Plan, period: Period): ReportFile {
  const rows = listed(plan, period);
  if (period.place === 'mercado-livre') return { name: 'release.csv', bytes: writeReleases(rows) };
  if (period.place === 'shopee') return { name: 'Income.xlsx', bytes: writeIncome(rows) };
  return { name: 'recebimentos.csv', bytes: writeStore(rows) };
}

const plain = (centavos: number) => (centavos / 100).toFixed(2);

const descriptions = {
  payment: 'payment',
  refund: 'refund',
  dispute: 'reserve_for_dispute',
  correction: 'credit_payment',
  transfer: 'payout',
} as const;

const releaseTitles = [
  ...['DATE', 'SOURCE_ID', 'EXTERNAL_REFERENCE', 'RECORD_TYPE', 'DESCRIPTION'],
  ...['NET_CREDIT_AMOUNT', 'NET_DEBIT_AMOUNT', 'GROSS_AMOUNT', 'MP_FEE_AMOUNT', 'FINANCING_FEE_AMOUNT'],
  ...['SHIPPING_FEE_AMOUNT', 'TAXES_AMOUNT', 'ORDER_ID', 'PACK_ID', 'SHIPPING_ID'],
];

/** Released money: credits and debits with their sum, after the balance before them. */
function writeReleases(rows: readonly Movement[]): Buffer {
  const credits = rows.filter(({ net }) => net >= 0);
  const debits = rows.filter(({ net }) => net < 0);
  const total = [credits, debits].map((some) => plain(Math.abs(sum(some.map(({ net }) => net)))));
  const lines = [
    releaseTitles,
    ['', '', '', 'initial_available_balance', '', '812.40', '0.00', '812.40', ...rest],
    ...rows.map((one) => [
      momentOf(one),
      one.source,
      ...referenceOf(one),
      'release',
      descriptions[one.kind],
      plain(Math.max(0, one.net)),
      plain(Math.max(0, -one.net)),
      plain(one.gross),
      ...[plain(-one.fee), '0.00', plain(-one.freight), '0.00'],
      ...numbersOf(one),
    ]),
    ['', '', '', 'total', '', ...total, '0.00', ...rest],
  ];
  return Buffer.from(lines.map((cells) => cells.join(',')).join('\n'));
}

const rest = ['0.00', '0.00', '0.00', '0.00', '', '', ''];

/** Some times have the offset of a neighboring zone, in which it is still the day before. */
const momentOf = ({ day, source }: Movement) =>
  Number(source) % 4 === 0 ? `${dayAt(day - 1)}T23:30:00.000-04:00` : `${dayAt(day)}T14:05:00.000-03:00`;

/** Carts have their own number, and the refund of a payment sometimes only the number of the movement. */
function numbersOf(one: Movement): [string, string, string] {
  const [first] = one.sales;
  if (one.strangeNumber !== null) return [one.strangeNumber, '', ''];
  if (!first || isNameless(one)) return ['', '', ''];
  return first.cart === null ? [first.id, '', first.parcel] : ['', first.cart, first.parcel];
}
const isNameless = ({ kind, source }: Movement) => kind === 'refund' && Number(source) % 2 === 0;
const referenceOf = (one: Movement): [string] => [numbersOf(one)[0]];

const incomeTitles = [
  ...['Número da sequência', 'Ver', 'ID do pedido', 'ID do reembolso', 'SKU', 'Nome do produto'],
  ...['Data de criação do pedido', 'Data de conclusão do pagamento', 'Quantia total lançada (R$)'],
  ...['Preço do produto', 'Taxa de comissão líquida', 'Taxa de serviço líquida', 'Taxa de envio reverso'],
];

/** The income statement: a summary, and each order before its items, which repeat its amount. */
function writeIncome(rows: readonly Movement[]): Buffer {
  const orders = rows.flatMap((one, at): BookRow[] => {
    const [sale] = one.sales;
    const service = Math.round(one.fee / 4);
    const amounts = [one.net, one.gross, service - one.fee, -service, -one.freight].map(
      (amount) => amount / 100,
    );
    const row = (view: string, sku: string) => [
      ...[at + 1, view, one.strangeNumber ?? sale?.id ?? '', one.kind === 'refund' ? one.source : '-'],
      ...[sku, '-', dayAt(sale?.bought ?? 0), dayAt(one.day), ...amounts],
    ];
    return [row('Order', '-'), ...(one.kind === 'payment' ? [row('Sku', 'PUB-1')] : [])];
  });
  return workbookOf([
    {
      name: 'Resumo',
      rows: [['Relatório de renda'], ['1. Renda total', sum(rows.map(({ net }) => net)) / 100]],
    },
    { name: 'Renda', rows: [['Relatório de renda'], ['Loja da simulação'], incomeTitles, ...orders] },
  ]);
}

const comma = (centavos: number) => plain(centavos).replace('.', ',');
const storeTitles = [
  'Recebido em',
  'Operação',
  'Venda nº',
  'Movimento',
  'Bruto',
  'Tarifa',
  'Envio',
  'Recebido',
];
/** The columns that the seller assigns, once. */
export const storeColumns = {
  ...{ day: 0, reference: 1, saleNumber: 2, text: 3 },
  ...{ amount: 7, feeAmount: 5, freightAmount: 6 },
};

/** The table of a payment provider, in the words of nobody else. */
function writeStore(rows: readonly Movement[]): Buffer {
  const words = { ...descriptions, payment: 'Venda', refund: 'Estorno', dispute: 'Disputa' };
  const lines = rows.map((one) => [
    dayAt(one.day).split('-').toReversed().join('/'),
    one.source,
    one.strangeNumber ?? `#${one.sales[0]?.number ?? ''}`,
    words[one.kind],
    ...[one.gross, one.fee, one.freight, one.net].map((amount) => `R$ ${comma(amount)}`),
  ]);
  return Buffer.from(
    ['Extrato de recebimentos', ...[storeTitles, ...lines].map((cells) => cells.join(';'))].join('\r\n'),
  );
}
