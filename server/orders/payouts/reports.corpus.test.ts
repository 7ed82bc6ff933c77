import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sumMoney } from '#contract/money.ts';
import type { PayoutColumns } from '#contract/orders/payout.ts';
import { workbookOf } from '#server/business/test/sheet-book.ts';
import { openReport, readReport, shapeReportLook } from './read-report.ts';

let serial = 0;

async function open(bytes: Uint8Array | string) {
  const path = join(tmpdir(), `payout-report-${process.pid}-${++serial}`);
  await writeFile(path, bytes);
  return openReport({ part: 'files', name: 'relatorio', size: bytes.length, sha256: '', path });
}

const read = async (bytes: Uint8Array | string, columns: PayoutColumns | null = null) =>
  readReport(await open(bytes), columns);

const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'read',
    (fault: { code?: string }) => fault.code,
  );

const sumOf = (lines: readonly { amountCentavos: number }[]) =>
  sumMoney(lines.map(({ amountCentavos }) => amountCentavos));

/** Written after the documented columns; commas, points and balances before and after a withdrawal. */
const released = [
  'DATE,SOURCE_ID,EXTERNAL_REFERENCE,RECORD_TYPE,DESCRIPTION,NET_CREDIT_AMOUNT,NET_DEBIT_AMOUNT,GROSS_AMOUNT,MP_FEE_AMOUNT,FINANCING_FEE_AMOUNT,SHIPPING_FEE_AMOUNT,TAXES_AMOUNT,ORDER_ID,PACK_ID,SHIPPING_ID',
  ',,,initial_available_balance,,50.00,0.00,50.00,0.00,0.00,0.00,0.00,,,',
  '2026-10-05T14:32:00.000-03:00,131313131,2000009000000001,release,payment,150.25,0.00,199.90,-35.65,0.00,-14.00,0.00,2000009000000001,,43000000001',
  '2026-10-05T22:40:00.000-03:00,131313132,,release,payment,80.00,0.00,99.90,-19.90,0.00,0.00,0.00,2000009000000002,2000008000000009,43000000002',
  '2026-10-05T23:30:00.000-04:00,131313133,2000009000000003,release,refund,0.00,89.90,-89.90,10.00,0.00,0.00,0.00,2000009000000003,,',
  '2026-10-07T09:00:00.000-03:00,131313134,,available_balance,pre_payout_131313135,190.35,0.00,190.35,0.00,0.00,0.00,0.00,,,',
  '2026-10-07T09:00:00.000-03:00,131313135,,release,payout,0.00,100.00,-100.00,0.00,0.00,0.00,0.00,,,',
  '2026-10-07T11:00:00.000-03:00,131313136,,release,tax_withholding_payout,0.00,0.35,-0.35,0.00,0.00,0.00,0.35,,,',
  ',,,total,,280.25,190.25,0.00,0.00,0.00,0.00,0.00,,,',
].join('\n');

describe('the released money report', () => {
  test('balances and totals are no lines, and times with another offset are days of Sao Paulo', async () => {
    const { report, lines, totalCount } = await read(released);
    expect({ report, totalCount }).toEqual({ report: 'release', totalCount: 3 });
    expect(lines).toMatchObject([
      {
        ...{ day: '2026-10-05', kind: 'sale', amountCentavos: 15_025, feeCentavos: 3565 },
        ...{ freightCentavos: 1400, reference: '131313131' },
        numbers: ['2000009000000001', '43000000001'],
      },
      { day: '2026-10-05', numbers: ['2000009000000002', '2000008000000009', '43000000002'] },
      { day: '2026-10-06', kind: 'refund', amountCentavos: -8990, feeCentavos: -1000 },
      { day: '2026-10-07', kind: 'transfer', amountCentavos: -10_000, numbers: [] },
      { kind: 'other', amountCentavos: -35 },
    ]);
    expect(sumOf(lines)).toBe(4000);
  });

  test('a total that is not the sum of the lines refuses the file', async () => {
    expect(await codeOf(read(released.replace('total,,280.25', 'total,,280.26')))).toBe(
      'payout_total_differs',
    );
    expect(await codeOf(read(released.replace('payment,150.25', 'payment,150.26')))).toBe(
      'payout_total_differs',
    );
  });

  test('semicolons, decimal commas and no type of record', async () => {
    const { lines, totalCount } = await read(
      [
        '\uFEFFDATE;SOURCE_ID;EXTERNAL_REFERENCE;DESCRIPTION;NET_CREDIT_AMOUNT;NET_DEBIT_AMOUNT',
        '2026-10-05T14:32:00Z;131313131;2000009000000001;payment;"1.150,25";0,00',
        '2026-10-05T14:33:00Z;131313131;2000009000000001;shipping;0,00;"18,90"',
        ';;;total;"1.150,25";"18,90"',
      ].join('\r\n'),
    );
    expect(lines.map(({ kind, amountCentavos }) => ({ kind, amountCentavos }))).toEqual([
      { kind: 'sale', amountCentavos: 115_025 },
      { kind: 'freight', amountCentavos: -1890 },
    ]);
    expect(totalCount).toBe(1);
  });

  test('a workbook with numbers in its cells', async () => {
    const rows = released
      .split('\n')
      .map((line) => line.split(',').map((cell) => (/^-?\d+\.\d{2}$/.test(cell) ? Number(cell) : cell)));
    const { lines } = await read(workbookOf([{ name: 'Sheet0', rows }]));
    expect(lines).toEqual((await read(released)).lines);
  });
});

test('the report of all transactions has the day of the release, and a line is recognized by the day it happened', async () => {
  const { report, lines } = await read(
    [
      'EXTERNAL_REFERENCE;SOURCE_ID;USER_ID;PAYMENT_METHOD;TRANSACTION_TYPE;TRANSACTION_AMOUNT;TRANSACTION_CURRENCY;TRANSACTION_DATE;FEE_AMOUNT;SETTLEMENT_NET_AMOUNT;SETTLEMENT_CURRENCY;SETTLEMENT_DATE;MONEY_RELEASE_DATE',
      '2000009000000001;900001;77;pix;SETTLEMENT;148.00;BRL;2026-10-05T10:12:00.000-03:00;-10.36;137.64;BRL;2026-10-05T10:12:01.000-03:00;2026-10-19T10:12:01.000-03:00',
      '2000009000000001;900001;77;pix;REFUND;-48.00;BRL;2026-10-09T10:12:00.000-03:00;3.36;-44.64;BRL;2026-10-09T10:12:01.000-03:00;',
      ';900003;77;;WITHDRAWAL;-93.00;BRL;2026-10-20T10:12:00.000-03:00;0.00;-93.00;BRL;2026-10-20T10:12:01.000-03:00;',
    ].join('\n'),
  );
  expect(report).toBe('settlement');
  expect(lines).toMatchObject([
    { day: '2026-10-19', happened: '2026-10-05', kind: 'sale', amountCentavos: 13_764, feeCentavos: 1036 },
    { day: '2026-10-09', kind: 'refund', amountCentavos: -4464, feeCentavos: -336 },
    { day: '2026-10-20', kind: 'transfer', amountCentavos: -9300 },
  ]);
});

const incomeTitles = [
  ...['Número da sequência', 'Ver', 'ID do pedido', 'ID do reembolso', 'SKU', 'Nome do produto'],
  ...['Data de criação do pedido', 'Data de conclusão do pagamento', 'Quantia total lançada (R$)'],
  ...['Preço do produto', 'Taxa de comissão líquida', 'Taxa de serviço líquida', 'Taxa de envio reverso'],
];

describe('the income statement', () => {
  test('the sheet with the orders is found behind the summary, and its items repeat an order', async () => {
    const { report, lines, totalCount } = await read(
      workbookOf([
        { name: 'Resumo', rows: [['Relatório de renda'], ['1. Renda total', 118.4]] },
        {
          name: 'Renda',
          rows: [
            ['Relatório de renda', null, null],
            ['De 2026-10-01 até 2026-10-31'],
            incomeTitles,
            [1, 'Order', '261001AB1CD2EF', '-', '-', '-', '2026-10-01', '2026-10-12', 80.9, 99.9, -14, -5, 0],
            [
              2,
              'Sku',
              '261001AB1CD2EF',
              '-',
              'CAN-1',
              'Caneca',
              '2026-10-01',
              '2026-10-12',
              80.9,
              99.9,
              -14,
              -5,
              0,
            ],
            [3, 'Order', '261002AB1CD2EG', 'RF1', '-', '-', '2026-10-02', '2026-10-13', -7.5, 0, 0, 0, -7.5],
          ],
        },
      ]),
    );
    expect({ report, totalCount }).toEqual({ report: 'income', totalCount: 1 });
    expect(lines).toMatchObject([
      {
        ...{ day: '2026-10-12', kind: 'sale', amountCentavos: 8090, feeCentavos: 1900, freightCentavos: 0 },
        numbers: ['261001AB1CD2EF'],
      },
      { day: '2026-10-13', amountCentavos: -750, freightCentavos: 750, reference: 'RF1' },
    ]);
  });

  test('an export without items, with texts for amounts and times', async () => {
    const { lines } = await read(
      workbookOf([
        {
          name: 'Renda',
          rows: [
            ['ID do pedido', 'Data de conclusão do pagamento', 'Quantia total lançada (R$)'],
            ['251234567', '01/10/2026 10:00', '1.100,50'],
            ['251234568', '02/10/2026 10:00', '42,00'],
          ],
        },
      ]),
    );
    expect(lines).toMatchObject([
      { day: '2026-10-01', amountCentavos: 110_050 },
      { day: '2026-10-02', amountCentavos: 4200 },
    ]);
  });
});

const store = Buffer.from(
  [
    'Extrato de recebimentos',
    'Data de liberação;Nº do pedido;Descrição;Valor líquido;Taxas',
    '05/10/2026;#1042;Venda no cartão;R$ 1.234,56;R$ 45,10',
    '06/10/2026;#1043;Estorno;-R$ 20,00;',
    'Total;;;R$ 1.214,56;',
  ].join('\r\n'),
  'latin1',
);
const mapped = { day: 0, saleNumber: 1, text: 2, amount: 3, feeAmount: 4 };

describe('another table', () => {
  test('the columns are suggested by the titles and assigned by a person', async () => {
    const file = await open(store);
    expect(shapeReportLook(file, null)).toMatchObject({
      report: 'mapped',
      columns: mapped,
      isComplete: false,
    });
    expect(shapeReportLook(file, mapped).isComplete).toBe(true);
    const { lines, totalCount } = await readReport(file, mapped);
    expect(lines).toMatchObject([
      { day: '2026-10-05', kind: 'sale', numbers: ['1042'], amountCentavos: 123_456, feeCentavos: 4510 },
      { day: '2026-10-06', kind: 'refund', numbers: ['1043'], amountCentavos: -2000, feeCentavos: null },
    ]);
    expect(totalCount).toBe(1);
  });

  test('a file without columns, without lines, or with an amount that cannot be read is refused', async () => {
    expect(await codeOf(read(store))).toBe('payout_columns_needed');
    expect(await codeOf(read('%PDF-1.4 a'))).toBe('payout_unreadable');
    expect(await codeOf(read(''))).toBe('payout_unreadable');
    expect(await codeOf(read(released.split('\n').slice(0, 2).join('\n')))).toBe('payout_unreadable');
    const wrong = released.replace('2026-10-05T14:32:00.000-03:00', 'ontem');
    await expect(read(wrong)).rejects.toMatchObject({ code: 'payout_line_unreadable', facts: { line: 3 } });
    await expect(read(released.replace('150.25', '15O.25'))).rejects.toMatchObject({
      ...{ code: 'payout_line_unreadable', facts: { line: 3 } },
    });
  });
});
