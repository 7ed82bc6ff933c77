import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { StatementColumns } from '#contract/dropshipping/bank-statement.ts';
import { Fault } from '#server/fault.ts';
import { readPayer } from './payer.ts';
import { openStatement, readStatementFile } from './read-file.ts';

/**
 * Statements written for this test, with invented people and numbers, in the shapes that Brazilian banks export. Each case names
 * its public source: an issue, a pull request, or the number of a public file.
 */
const folder = mkdtempSync(join(tmpdir(), 'easy-statements-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

/** Windows-1252, as most banks write: every character of these texts is one byte in it. */
const latin = (text: string) => Buffer.from(text, 'latin1');
const utf8 = (text: string) => Buffer.from(text, 'utf8');

async function read(bytes: Buffer, columns?: StatementColumns) {
  const path = join(folder, String(++files));
  writeFileSync(path, bytes);
  const file = await openStatement({ part: 'file', name: 'extrato', path, size: bytes.length, sha256: '' });
  return readStatementFile(file, columns ?? (file.format === 'sheet' ? file.head.columns : {}));
}

/** What a person reads of the credits: day, centavos, the bank's number, and who paid. */
async function creditsOf(bytes: Buffer) {
  const { rows } = await read(bytes);
  return rows
    .filter(({ amountCentavos }) => amountCentavos > 0)
    .map((row) => {
      const { document, maskedCpf, names } = readPayer(row);
      return [row.day, row.amountCentavos, row.document, document ?? maskedCpf, names[0] ?? null];
    });
}

const header = (encoding = 'USASCII', charset = '1252') =>
  `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:${encoding}\nCHARSET:${charset}\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n`;

/** An account's statement around movements, without end tags. */
const sgml = (bank: string, movements: string, options: { currency?: string; header?: string } = {}) =>
  `${options.header ?? header()}<OFX>\n<SIGNONMSGSRSV1>\n<SONRS>\n<STATUS>\n<CODE>0\n<SEVERITY>INFO\n</STATUS>\n<DTSERVER>00000000000000\n<LANGUAGE>POR\n</SONRS>\n</SIGNONMSGSRSV1>\n<BANKMSGSRSV1>\n<STMTTRNRS>\n<TRNUID>1001\n<STATUS>\n<CODE>0\n<SEVERITY>INFO\n</STATUS>\n<STMTRS>\n<CURDEF>${options.currency ?? 'BRL'}\n<BANKACCTFROM>\n<BANKID>${bank}\n<ACCTID>77441-9\n<ACCTTYPE>CHECKING\n</BANKACCTFROM>\n<BANKTRANLIST>\n<DTSTART>20261101\n<DTEND>20261130\n${movements}</BANKTRANLIST>\n<LEDGERBAL>\n<BALAMT>1.240,55\n<DTASOF>20261130\n</LEDGERBAL>\n</STMTRS>\n</STMTTRNRS>\n</BANKMSGSRSV1>\n</OFX>\n`;

describe('OFX', () => {
  test('Bradesco: no end tags, decimal comma, sender in the memo (file 59833689818; afonsof/OfxSharp#8)', async () => {
    const file = sgml(
      '0237',
      '<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>20261103120000\n<TRNAMT>2394,88\n<FITID>N10112\n<CHECKNUM>1037095\n<MEMO>TRANSFERENCIA PIX REM: LOJA AZUL COMERCIO 03/11\n</STMTTRN>\n<STMTTRN>\n<TRNTYPE>DEBIT\n<DTPOSTED>20261104120000\n<TRNAMT>-1.021,66\n<FITID>N10154\n<CHECKNUM>1037096\n<MEMO>PAGTO ELETRONICO COBRANCA\n</STMTTRN>\n',
    );
    expect(await creditsOf(latin(file))).toEqual([
      ['2026-11-03', 239_488, '1037095', null, 'loja azul comercio'],
    ]);
    expect((await read(latin(file))).rows[1]).toMatchObject({ amountCentavos: -102_166 });
  });

  test('Santander: BRC, empty FITID, CHECKNUM and blanks before the amount (file 55126125435; Trust-Code/odoo-brasil#25)', async () => {
    const file = sgml(
      '033',
      '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261105000000[-3:GMT]<TRNAMT>          150,50<FITID><CHECKNUM><PAYEEID>0<MEMO>PIX RECEBIDO         MERCADO BOM &amp; FILHOS</STMTTRN>\n<STMTTRN>\n<TRNTYPE>OTHER\n<DTPOSTED>20261106000000[-3:GMT]\n<TRNAMT>          -123,67\n<FITID>\n<CHECKNUM>\n<PAYEEID>0\n<MEMO>DEB AUTOMATICO\n</STMTTRN>\n',
      { currency: 'BRC' },
    );
    expect(await creditsOf(latin(file))).toEqual([['2026-11-05', 15_050, '', null, 'mercado bom & filhos']]);
    expect((await read(latin(file))).rows).toHaveLength(2);
  });

  test('Banco do Brasil: balances as movements without FITID and with an impossible day (securo-finance/securo#99)', async () => {
    const file = sgml(
      '1',
      '<STMTTRN><DTPOSTED>00000000<TRNAMT>0<FITID><NAME>Saldo Anterior</STMTTRN>\n<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261110120000[-3:BRT]<TRNAMT>725.50<FITID>202611101725500<CHECKNUM>000000104485<NAME>Pix - Recebido<MEMO>10/11 09:12 52998224725 LOJA VERDE LTD</STMTTRN>\n<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20261110<TRNAMT>3725.50<FITID><NAME>Saldo do dia</STMTTRN>\n<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20261130<TRNAMT>3725.50<FITID><NAME>S A L D O</STMTTRN>\n',
    );
    const seen = await read(latin(file));
    expect([seen.rows.length, seen.balanceCount, seen.unreadable]).toEqual([1, 3, []]);
    expect(await creditsOf(latin(file))).toEqual([
      ['2026-11-10', 72_550, '000000104485', '52998224725', 'loja verde ltd'],
    ]);
  });

  test('Banco do Brasil: one FITID for three payments of a day (securo-finance/securo#911)', async () => {
    const pix = (amount: string, who: string) =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261112<TRNAMT>${amount}<FITID>20261112000<MEMO>PIX RECEBIDO ${who}</STMTTRN>\n`;
    const file = sgml(
      '1',
      pix('59.80', 'LOJA AZUL') + pix('59.80', 'LOJA VERDE') + pix('12.00', 'LOJA AZUL'),
    );
    expect(await creditsOf(latin(file))).toMatchObject([
      ['2026-11-12', 5980, '', null, 'loja azul'],
      ['2026-11-12', 5980, '', null, 'loja verde'],
      ['2026-11-12', 1200, '', null, 'loja azul'],
    ]);
  });

  test('Banco do Brasil: the older OFC format, with numeric types and CHKNUM (sepinf-inc/IPED#1908)', async () => {
    const file =
      '<OFC>\n<DTD>2</DTD>\n<CPAGE>1252</CPAGE>\n<ACCTSTMT>\n<ACCTFROM>\n<BANKID>001</BANKID>\n<BRANCHID>3344-8</BRANCHID>\n<ACCTID>00000778812</ACCTID>\n<ACCTTYPE>0</ACCTTYPE>\n</ACCTFROM>\n<STMTRS>\n<DTSTART>20261101</DTSTART>\n<DTEND>20261130</DTEND>\n<LEDGER>-10.00</LEDGER>\n<STMTTRN>\n<TRNTYPE>0</TRNTYPE>\n<DTPOSTED>20261102</DTPOSTED>\n<TRNAMT>880.00</TRNAMT>\n<FITID>2026110202176000</FITID>\n<CHKNUM>00121482</CHKNUM>\n<MEMO>Transferência recebida - 02/11 LOJA AZUL COM</MEMO>\n</STMTTRN>\n<STMTTRN>\n<TRNTYPE>1</TRNTYPE>\n<DTPOSTED>20261103</DTPOSTED>\n<TRNAMT>-10.00</TRNAMT>\n<FITID>2026110311650</FITID>\n<CHKNUM>91100701</CHKNUM>\n<MEMO>Cobrança de I.O.F.</MEMO>\n</STMTTRN>\n</STMTRS>\n</ACCTSTMT>\n</OFC>';
    const { rows } = await read(latin(file));
    expect(rows.map((row) => [row.day, row.amountCentavos, row.document, row.account, row.memo])).toEqual([
      [
        '2026-11-02',
        88_000,
        '00121482',
        '001/3344-8/00000778812',
        'Transferência recebida - 02/11 LOJA AZUL COM',
      ],
      ['2026-11-03', -1000, '91100701', '001/3344-8/00000778812', 'Cobrança de I.O.F.'],
    ]);
  });

  test('Itaú: balances as credits with FITIDs; a memo that mentions a balance is a payment (file 70149793258)', async () => {
    const line = (type: string, day: string, amount: string, id: string, memo: string) =>
      `<STMTTRN><TRNTYPE>${type}<DTPOSTED>${day}100000[-03:EST]<TRNAMT>${amount}<FITID>${id}<MEMO>${memo}</STMTTRN>\n`;
    const file = sgml(
      '0341',
      line('CREDIT', '20261101', '24947.27', '20261101001', 'SALDO ANTERIOR') +
        line('CREDIT', '20261118', '1525.42', '20261118002', 'PIX TRANSF LOJA AZ18/11') +
        line('CREDIT', '20261118', '26472.69', '20261118001', 'SALDO TOTAL DISPONÍVEL DIA') +
        line('CREDIT', '20261119', '100.00', '20261119002', 'PIX RECEBIDO SALDO ANTERIOR ACERTO'),
    );
    expect(await creditsOf(latin(file))).toEqual([
      ['2026-11-18', 152_542, '', null, 'loja az'],
      ['2026-11-19', 10_000, '', null, 'saldo anterior acerto'],
    ]);
    expect((await read(latin(file))).balanceCount).toBe(2);
  });

  test('Inter: end tags, payer as NAME, the code of their bank is not their document (file 62495982304)', async () => {
    const file = sgml(
      '077',
      '<STMTTRN>\n<TRNTYPE>CREDIT</TRNTYPE>\n<DTPOSTED>20261122</DTPOSTED>\n<TRNAMT>1124.00</TRNAMT>\n<FITID>202611220772</FITID>\n<CHECKNUM>077</CHECKNUM>\n<REFNUM>077</REFNUM>\n<MEMO>Pix recebido: "Cp :18236120-Loja Azul Comercio Ltda"</MEMO>\n<NAME>Loja Azul Comercio Ltda</NAME>\n</STMTTRN>\n',
    );
    expect(await creditsOf(utf8(file))).toEqual([
      ['2026-11-22', 112_400, '077', null, 'loja azul comercio ltda'],
    ]);
  });

  test('Sicoob: movement in MEMO, payer in NAME (file 63162911785)', async () => {
    const file = sgml(
      '756',
      '<STMTTRN>\n<TRNTYPE>CREDIT</TRNTYPE>\n<DTPOSTED>20261107120000[-3:BRT]</DTPOSTED>\n<TRNAMT>2680.00</TRNAMT>\n<FITID>202611072680001</FITID>\n<CHECKNUM>0</CHECKNUM>\n<REFNUM>Pix</REFNUM>\n<MEMO>PIX RECEBIDO - OUTRA IF</MEMO>\n<NAME>Recebimento Pix Empório Flor de Lis</NAME>\n</STMTTRN>\n',
    );
    expect(await creditsOf(latin(file))).toEqual([['2026-11-07', 268_000, '0', null, 'emporio flor de lis']]);
  });

  test('Sicredi: OFX 2 in one line, CNPJ in the remark (file 60379238991)', async () => {
    const file =
      '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1</TRNUID><STMTRS><CURDEF>BRL</CURDEF><BANKACCTFROM><BANKID>748</BANKID><BRANCHID>0710</BRANCHID><ACCTID>07101234567</ACCTID></BANKACCTFROM><BANKTRANLIST><DTSTART>20261101</DTSTART><DTEND>20261130</DTEND><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261127</DTPOSTED><TRNAMT>50.00</TRNAMT><FITID>A1</FITID><REFNUM>A1</REFNUM><MEMO>RECEBIMENTO PIX-PIX_CRED   12345678000195 AÇAÍ &amp; CIA</MEMO></STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>';
    expect(await creditsOf(utf8(file))).toEqual([['2026-11-27', 5000, 'A1', '12345678000195', 'acai & cia']]);
  });

  test('Caixa: a time in GMT-3 at the end of a day keeps its day (file 55613300769)', async () => {
    const file = sgml(
      '104',
      '<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>20261102235959[-3:GMT]\n<TRNAMT>1500.50\n<FITID>2026110200001\n<MEMO>CRED PIX QR\n</STMTTRN>\n',
    );
    expect(await creditsOf(latin(file))).toEqual([['2026-11-02', 150_050, '', null, null]]);
  });

  test('C6: indented tags, a UTC time converted to Sao Paulo, a ULID as identifier (file 56921291464)', async () => {
    const file = sgml(
      '336',
      '          <STMTTRN>\n            <TRNTYPE>CREDIT</TRNTYPE>\n            <DTPOSTED>20261102014538[0:GMT]</DTPOSTED>\n            <TRNAMT>97.00</TRNAMT>\n            <FITID>01KWD0NEE2NVT8BV0FT4THFQC4</FITID>\n            <REFNUM>14845816443</REFNUM>\n            <MEMO>Pix recebido de Loja Azul Ltda</MEMO>\n          </STMTTRN>\n',
    );
    expect(await creditsOf(utf8(file))).toEqual([
      ['2026-11-01', 9700, '14845816443', null, 'loja azul ltda'],
    ]);
  });

  test('C6: movements without end tags, points as thousands separators (file 70962688100)', async () => {
    const file = sgml(
      '336',
      '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261116<TRNAMT>600,00<FITID>A2<NAME>TED<MEMO>LOJA AZUL\n<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261117<TRNAMT>-1.234,56<FITID>A3<MEMO>PIX ENVIADO\n',
    );
    expect((await read(latin(file))).rows.map(({ amountCentavos }) => amountCentavos)).toEqual([
      60_000, -123_456,
    ]);
  });

  test('Nubank: payer, CNPJ and bank in one memo (file 47190655349)', async () => {
    const file = sgml(
      '0260',
      '<STMTTRN>\n<TRNTYPE>CREDIT</TRNTYPE>\n<DTPOSTED>20261101000000[-3:BRT]</DTPOSTED>\n<TRNAMT>1500.00</TRNAMT>\n<FITID>660b0527-081d-44f1-84b4-457828b29e38</FITID>\n<MEMO>Transferência recebida pelo Pix - LOJA AZUL COMERCIO LTDA ME - 12.345.678/0001-95 - BCO SANTANDER (BRASIL) S.A. (0033) Agência: 1719 Conta: 13001689-2</MEMO>\n</STMTTRN>\n<STMTTRN>\n<TRNTYPE>CREDIT</TRNTYPE>\n<DTPOSTED>20261102000000[-3:BRT]</DTPOSTED>\n<TRNAMT>10.00</TRNAMT>\n<FITID>660ac122-7afb-4d82-91ae-9fc15394e5aa</FITID>\n<MEMO>Transferência recebida pelo Pix - Ana Souza - •••.982.247-•• - NU PAGAMENTOS - IP (0260) Agência: 1 Conta: 11183217-2</MEMO>\n</STMTTRN>\n',
      { header: header('UTF-8', 'NONE') },
    );
    expect(await creditsOf(utf8(file))).toEqual([
      ['2026-11-01', 150_000, '', '12345678000195', 'loja azul comercio ltda me'],
      ['2026-11-02', 1000, '', '982247', 'ana souza'],
    ]);
  });

  test('a header that declares another encoding than that of the file (securo-finance/securo#746)', async () => {
    const movement =
      '<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>20261103\n<TRNAMT>10.00\n<FITID>1\n<MEMO>PIX RECEBIDO PÃO DE AÇÚCAR\n</STMTTRN>\n';
    for (const [bytes, named] of [
      [latin, header('ISO-8859-1', 'NONE')],
      [latin, header('WINDOWS-1252', 'NONE')],
      [utf8, header('USASCII', '1252')],
      [latin, header('UTF-8', 'NONE')],
    ] as const)
      expect((await read(bytes(sgml('1', movement, { header: named })))).rows[0]?.memo).toBe(
        'PIX RECEBIDO PÃO DE AÇÚCAR',
      );
  });

  test('reads a file without the OFX element and without an account (buckets/application#894)', async () => {
    const file = `${header()}<BANKTRANLIST>\n<DTSTART>20261101000000\n<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>20261110090000\n<TRNAMT>80.01\n<FITID>20261110090001\n<NAME>LOJA AZUL\n</STMTTRN>\n`;
    expect(await creditsOf(latin(file))).toEqual([['2026-11-10', 8001, '', null, 'loja azul']]);
  });

  test('reads a file with some end tags, and with brackets and quotes in a name (bradenmacdonald/ofx-js#2)', async () => {
    const file = sgml(
      '1',
      '<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>20261105\n<TRNAMT>45.54\n<FITID>77</FITID>\n<NAME>LOJA <LTDA> & "FILHOS"\n<MEMO>PIX\n</STMTTRN>\n',
    );
    expect((await read(latin(file))).rows[0]).toMatchObject({ name: 'LOJA <LTDA> & "FILHOS"', bankId: '77' });
  });

  test('a movement with an invalid day or amount is reported as unreadable (britors/Fina#156)', async () => {
    const file = sgml(
      '1',
      '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>xx<TRNAMT>1.00<FITID>1<MEMO>PIX A</STMTTRN>\n<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261102<TRNAMT>abc<FITID>2<MEMO>PIX B</STMTTRN>\n<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261102<TRNAMT>7.00<FITID>3<MEMO>PIX C</STMTTRN>\n',
    );
    const seen = await read(latin(file));
    expect(seen.rows).toHaveLength(1);
    expect(seen.unreadable.map(({ text }) => text)).toEqual(['xx 1.00 PIX A', '20261102 abc PIX B']);
  });

  test('debits without a sign are read by their type', async () => {
    const file = sgml(
      '1',
      '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261102<TRNAMT>30.00<FITID>1<MEMO>TARIFA</STMTTRN>\n<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261102<TRNAMT>70.00<FITID>2<MEMO>PIX</STMTTRN>\n',
    );
    expect((await read(latin(file))).rows.map(({ amountCentavos }) => amountCentavos)).toEqual([-3000, 7000]);
  });

  test.each([
    [
      'statement_of_card',
      '<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>BRL<BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261102<TRNAMT>-1.00<FITID>1<MEMO>X</STMTTRN></BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>',
    ],
    [
      'statement_other_currency',
      sgml('1', '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261102<TRNAMT>1.00<FITID>1<MEMO>X</STMTTRN>\n', {
        currency: 'USD',
      }),
    ],
    ['statement_unreadable', '<OFX></OFX>'],
    ['columns_needed', 'Posted;What;How much\n2026-11-01;A;10\n'],
    ['statement_unreadable', '<html><body>Sessão expirada</body></html>'],
  ])('refuses with %s', async (code, file) => {
    const error = await read(latin(file)).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(Fault);
    expect(error).toMatchObject({ code });
  });
});

describe('CSV', () => {
  test('Nubank: decimal point, repeated identifiers, masked CPF (file 71644270048)', async () => {
    const file =
      'Data,Valor,Identificador,Descrição\n01/11/2026,300.00,aaaa-1,Transferência recebida pelo Pix - LOJA AZUL LTDA - 12.345.678/0001-95 - BANCO X (0001) Agência: 1 Conta: 1234-5\n01/11/2026,-4.69,aaaa-2,Compra no débito via NuPay - 99\n03/11/2026,20.00,aaaa-5,Valor adicionado na conta por cartão de crédito\n03/11/2026,-20.00,aaaa-5,Transferência enviada pelo Pix - Ana\n';
    expect(await creditsOf(utf8(file))).toMatchObject([
      ['2026-11-01', 30_000, 'aaaa-1', '12345678000195', 'loja azul ltda'],
      ['2026-11-03', 2000, 'aaaa-5', null, 'valor adicionado na conta por cartao de credito'],
    ]);
  });

  test('Inter: lines about the account above the titles, semicolons, comma (file 69208091908)', async () => {
    const file =
      'Extrato Conta Corrente\nConta ;72385499\nPeríodo ;19/10/2026 a 17/11/2026\nSaldo ;1.992,51\n\nData Lançamento;Histórico;Descrição;Valor;Saldo\n30/10/2026;Pix enviado;JOAO DA SILVA;-1.250,00;1.742,51\n02/11/2026;Pix recebido;LOJA AZUL LTDA;2.155,90;3.898,41\n';
    expect(await creditsOf(utf8(file))).toEqual([['2026-11-02', 215_590, '', null, 'loja azul ltda']]);
  });

  test('Bradesco: Windows-1252, another separator in the first line, separate credit and debit, sender in the next line (files 23081647615, 71224852305)', async () => {
    const file =
      'Extrato de: Ag: 513 | Conta: 21121-4 | Entre 01/11/2026 e 30/11/2026\r\nData;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$);\r\n01/11/26;SALDO ANTERIOR;;;;"18.016,00";\r\n02/11/26; Transfe Pix;1357553;"1.296,00";;"19.312,00";\r\n; Rem: Loja Azul Ltda 02/11;;;;;\r\n03/11/26;Tarifa Bancária;90193;;"-15,00";"19.297,00";\r\nTotal;;;"1.296,00";"-15,00";;\r\n';
    expect(await creditsOf(latin(file))).toEqual([
      ['2026-11-02', 129_600, '1357553', null, 'loja azul ltda'],
    ]);
    const seen = await read(latin(file));
    expect([seen.rows.length, seen.balanceCount, seen.unreadable]).toEqual([2, 2, []]);
  });

  test('C6: BOM, eight lines above the titles, comma as separator, decimal point, separate credit and debit (file 68396057438)', async () => {
    const file =
      '\uFEFFEXTRATO DE CONTA CORRENTE C6 BANK\n\nAgência: 1 / Conta: 40988759\nExtrato gerado em 16/11/2026 - as 00:24:30\n\nExtrato de 01/10/2026 a 15/11/2026\n\n\nData Lançamento,Data Contábil,Título,Descrição,Entrada(R$),Saída(R$),Saldo do Dia(R$)\n03/11/2026,02/11/2026,IOF CHEQUE ESPECIAL,,0.00,1.77,-187.82\n07/11/2026,07/11/2026,Pix recebido de LOJA AZUL LTDA,"Pix recebido de LOJA AZUL, LTDA",2000.00,0.00,12.18\n';
    expect(await creditsOf(utf8(file))).toEqual([['2026-11-07', 200_000, '', null, 'loja azul, ltda']]);
    expect((await read(utf8(file))).rows[0]).toMatchObject({ amountCentavos: -177 });
  });

  test('Mercado Pago: a summary above, days with hyphens (file 69094270410)', async () => {
    const file =
      'INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE\n1,52;25.441,34;-25.442,86;0,00\n\nRELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE\n01-11-2026;Dinheiro reservado Despesas Mensais ;166611940878;-1,52;0,00\n02-11-2026;Pix recebido LOJA AZUL LTDA;166801941210;1.500,00;1.500,00\n';
    expect(await creditsOf(utf8(file))).toEqual([
      ['2026-11-02', 150_000, '166801941210', null, 'loja azul ltda'],
    ]);
  });

  test('Banco do Brasil: quoted values, balances without a kind and with day 00 (file 70938936093)', async () => {
    const file =
      '"Data","Lançamento","Detalhes","N° documento","Valor","Tipo Lançamento"\n"31/10/2026","Saldo Anterior","","","200,00",""\n"01/11/2026","Pix - Recebido","01/11 11:47 12345678000195 LOJA AZUL LTD","90101","150,00","Entrada"\n"01/11/2026","Pix - Enviado","Fulano","2","-50,00","Saída"\n"01/11/2026","Saldo do dia","","","300,00",""\n"03/11/2026","S A L D O","","","300,00",""\n"00/00/0000","Saldo Final","","","300,00",""\n';
    expect(await creditsOf(latin(file))).toEqual([
      ['2026-11-01', 15_000, '90101', '12345678000195', 'loja azul ltd'],
    ]);
    expect(await read(latin(file))).toMatchObject({ balanceCount: 4, unreadable: [] });
  });

  test('Itaú: lower-case titles, balances in a separate column (file 60446110760)', async () => {
    const file =
      'data;lancamentos;valor (R$);saldo (R$)\n27/11/2026;SALDO ANTERIOR;;-10,00\n27/11/2026;PIX TRANSF LOJA AZ27/11;1.525,42;1.515,42\n27/11/2026;SALDO TOTAL DISPONÍVEL DIA;;1.515,42\n';
    expect(await creditsOf(utf8(file))).toEqual([['2026-11-27', 152_542, '', null, 'loja az']]);
  });

  test('Sicredi: the document column contains the kind of a movement (file 69009657548)', async () => {
    const file =
      'Associado: FORNECEDOR LTDA\nCooperativa: 3950\nConta: 15639-0\n\nData,Descrição,Documento,Valor (R$),Saldo (R$)\n05/11/2026,RECEBIMENTO PIX 12345678000195 LOJA AZUL,PIX_CRED,"1.000,10","2.000,10"\n';
    expect(await creditsOf(utf8(file))).toEqual([
      ['2026-11-05', 100_010, 'PIX_CRED', '12345678000195', 'loja azul'],
    ]);
  });

  test('reads amounts with a trailing C, D or minus, and in brackets', async () => {
    const file =
      'Data;Histórico;Valor\n01/11/2026;PIX A;1.200,00 C\n02/11/2026;TARIFA;30,00 D\n03/11/2026;TED;5,00-\n04/11/2026;DOC;(7,00)\n05/11/2026;PIX B;R$ 1,00\n';
    expect((await read(utf8(file))).rows.map(({ amountCentavos }) => amountCentavos)).toEqual([
      120_000, -3000, -500, -700, 100,
    ]);
  });

  test('reads a file by the columns that a person chose', async () => {
    const file = 'Posted;What;How much\n2026-11-01;PIX RECEBIDO LOJA AZUL;10,50\n';
    const { rows } = await read(utf8(file), { day: 0, memo: 1, amount: 2 });
    expect(rows).toMatchObject([{ day: '2026-11-01', amountCentavos: 1050 }]);
  });
});

test.each([
  [
    'PIX RECEBIDO E60701190202611031200DY5ABCDEF12 LOJA AZUL',
    { endToEnd: 'E60701190202611031200DY5ABCDEF12' },
  ],
  ['PIX QR LOJA AZUL FAT1234', { txid: { numbers: [1234], more: 0 } }],
  ['PIX FAT12E15E19', { txid: { numbers: [12, 15, 19], more: 0 } }],
  ['PIX fat12MAIS40', { txid: { numbers: [12], more: 40 } }],
  ['PIX RECEBIDO FATIMA SOUZA', { txid: null, names: ['fatima souza'] }],
])('reads payer and txid of a memo: %s', (memo, expected) => {
  expect(readPayer({ name: '', memo, document: '' })).toMatchObject(expected);
});
