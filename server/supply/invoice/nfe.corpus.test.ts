import { describe, expect, it } from 'vitest';
import { sumMoney } from '#contract/money.ts';
import { readNfe } from '#server/outside/nfe/nfe.ts';
import { buyerCnpj, ipiOf, lineOf, nfeFile } from '../test/nfe-document.ts';
import { assertPurchase, readGoods } from './invoice-goods.ts';

/**
 * Documents in the shapes that issuers' programs write, with invented people and figures. Each case names the public file
 * whose shape it has; what is expected is what a person reads from the document.
 */
type Known = { id: number; gtin: string; supplierSku: string; unit: string };
type Line = { units: number | null; cost: number; sold?: [number | null, string]; lots?: object[] };
type Case = { name: string; source: string; xml: string | Buffer; known?: Known[]; lines: Line[] };

const pot = { id: 7, gtin: '7894610020311', supplierSku: '', unit: 'unit' };

const charges: Case[] = [
  {
    name: 'IPI on every line is part of their cost',
    source: 'nfephp-org/sped-da tests/fixtures/xml/nfe.xml',
    xml: nfeFile({
      lines: [
        lineOf({ code: '/136520', unit: 'PC', quantity: '200.0000', value: '3780.00', ipi: ipiOf('245.70') }),
        lineOf({ code: '/136611', unit: 'PC', quantity: '90.0000', value: '2061.00', ipi: ipiOf('133.97') }),
      ],
      totals: { vProd: '5841.00', vIPI: '379.67', vNF: '6220.67' },
    }),
    lines: [
      { units: 200, cost: 402_570 },
      { units: 90, cost: 219_497 },
    ],
  },
  {
    name: 'ICMS-ST with a discount on some lines',
    source:
      'akretion/nfelib nfelib/nfe/samples/v4_0/leiauteNFe/35180834128745000152550010000476861118934859-nfe.xml',
    xml: nfeFile({
      lines: [
        lineOf({
          code: '2094',
          quantity: '36.0000',
          value: '462.24',
          charges: '<vDesc>46.22</vDesc>',
          icms: '<ICMS70><orig>0</orig><CST>70</CST><modBC>3</modBC><pRedBC>33.33</pRedBC><vBC>277.36</vBC><pICMS>18.00</pICMS><vICMS>49.92</vICMS><modBCST>4</modBCST><pMVAST>71.35</pMVAST><vBCST>712.85</vBCST><pICMSST>18.00</pICMSST><vICMSST>78.39</vICMSST></ICMS70>',
        }),
        lineOf({ code: '2101', quantity: '24.0000', value: '249.60' }),
      ],
      totals: { vProd: '711.84', vDesc: '46.22', vST: '78.39', vNF: '744.01' },
    }),
    lines: [
      { units: 36, cost: 46_224 - 4622 + 7839 },
      { units: 24, cost: 24_960 },
    ],
  },
  {
    name: 'ICMS-ST with FCP-ST of an issuer in the Simples',
    source: 'file 45882441834 (ICMSSN900) and the schema PL_010_V1.30 (ICMSSN201) of nfephp-org/sped-nfe',
    xml: nfeFile({
      lines: [
        lineOf({
          quantity: '10.0000',
          value: '300.00',
          icms: '<ICMSSN201><orig>0</orig><CSOSN>201</CSOSN><modBCST>4</modBCST><pMVAST>40.00</pMVAST><vBCST>420.00</vBCST><pICMSST>18.00</pICMSST><vICMSST>21.60</vICMSST><vBCFCPST>420.00</vBCFCPST><pFCPST>2.00</pFCPST><vFCPST>8.40</vFCPST><pCredSN>1.25</pCredSN><vCredICMSSN>3.75</vCredICMSSN></ICMSSN201>',
        }),
      ],
      totals: { vProd: '300.00', vST: '21.60', vFCPST: '8.40', vNF: '330.00' },
    }),
    lines: [{ units: 10, cost: 33_000 }],
  },
  {
    name: 'ICMS withheld before is stated and not charged again',
    source: 'nfephp-org/sped-da examples/nfe/fixtures/mod55-nfe-veiculo.xml (ICMS60); file 70486590145',
    xml: nfeFile({
      lines: [
        lineOf({
          quantity: '4.0000',
          value: '88.40',
          icms: '<ICMS60><orig>0</orig><CST>60</CST><vBCSTRet>120.00</vBCSTRet><pST>20.0000</pST><vICMSSubstituto>15.91</vICMSSubstituto><vICMSSTRet>5.69</vICMSSTRet><vFCPSTRet>2.40</vFCPSTRet></ICMS60>',
        }),
      ],
      totals: { vProd: '88.40', vFCPSTRet: '2.40', vNF: '88.40' },
    }),
    lines: [{ units: 4, cost: 8840 }],
  },
  {
    name: 'FCP and the share of the other state are inside the price',
    source: 'akretion/nfelib …/leiauteNFe/42211275277525000178550030000276771368212013-procNFe.xml',
    xml: nfeFile({
      lines: [
        lineOf({
          code: 'JC10013A09',
          quantity: '1.0000',
          value: '18216.00',
          charges: '<vFrete>788.00</vFrete>',
          icms: '<ICMS20><orig>0</orig><CST>20</CST><modBC>0</modBC><pRedBC>26.6600</pRedBC><vBC>13937.53</vBC><pICMS>12.0000</pICMS><vICMS>1672.50</vICMS><vBCFCP>13937.53</vBCFCP><pFCP>2.00</pFCP><vFCP>278.75</vFCP></ICMS20>',
          taxes:
            '<ICMSUFDest><vBCUFDest>13937.53</vBCUFDest><pICMSUFDest>18.0000</pICMSUFDest><pICMSInter>12.00</pICMSInter><pICMSInterPart>100.0000</pICMSInterPart><vICMSUFDest>836.26</vICMSUFDest><vICMSUFRemet>0.00</vICMSUFRemet></ICMSUFDest>',
        }),
        lineOf({ code: 'B-1', unit: 'PC', quantity: '4.0000', value: '578.12', ipi: ipiOf('23.91') }),
      ],
      totals: {
        vProd: '18794.12',
        vFrete: '788.00',
        vFCP: '278.75',
        vIPI: '23.91',
        vNF: '19606.03',
        vTotTrib: '2368.08',
      },
    }),
    lines: [
      { units: 1, cost: 1_821_600 + 78_800 },
      { units: 4, cost: 57_812 + 2391 },
    ],
  },
  {
    name: 'freight, insurance and other costs are stated per line',
    source: 'file 69141976182 (vDesc, vFrete, vSeg and vOutro of one line; vICMSST and vFCPST)',
    xml: nfeFile({
      lines: [
        lineOf({
          code: 'ARZ-001',
          quantity: '10.0000',
          value: '1000.00',
          charges: '<vFrete>30.00</vFrete><vSeg>5.00</vSeg><vDesc>50.00</vDesc><vOutro>2.00</vOutro>',
          ipi: ipiOf('4.00'),
        }),
        lineOf({ code: 'ARZ-002', quantity: '3.0000', value: '90.00', charges: '<vFrete>2.70</vFrete>' }),
      ],
      totals: {
        vProd: '1090.00',
        vFrete: '32.70',
        vSeg: '5.00',
        vDesc: '50.00',
        vOutro: '2.00',
        vIPI: '4.00',
        vNF: '1083.70',
      },
    }),
    lines: [
      { units: 10, cost: 100_000 + 3000 + 500 - 5000 + 200 + 400 },
      { units: 3, cost: 9270 },
    ],
  },
  {
    name: 'insurance that is stated only for the whole document is shared to the centavo',
    source: 'file 57962678495 (vFrete in the total beside lines without it)',
    xml: nfeFile({
      lines: [
        lineOf({ code: 'A', quantity: '3.0000', value: '10.00' }),
        lineOf({ code: 'B', quantity: '3.0000', value: '10.00' }),
        lineOf({ code: 'C', quantity: '3.0000', value: '10.00' }),
      ],
      totals: { vProd: '30.00', vSeg: '1.00', vNF: '31.00' },
    }),
    lines: [
      { units: 3, cost: 1033 },
      { units: 3, cost: 1034 },
      { units: 3, cost: 1033 },
    ],
  },
  {
    name: 'a line outside the total costs nothing and is still goods',
    source: 'file 57962678495 (indTot 0), file 33563665509 (services with indTot 0)',
    xml: nfeFile({
      lines: [
        lineOf({ code: '1', quantity: '1.00', value: '100.00', charges: '<vFrete>10.00</vFrete>' }),
        lineOf({ code: '2', name: 'ITEM FORA DO TOTAL', quantity: '1.00', value: '50.00', counts: '0' }),
      ],
      totals: { vProd: '100.00', vFrete: '10.00', vNF: '110.00' },
    }),
    lines: [
      { units: 1, cost: 11_000 },
      { units: 1, cost: 0 },
    ],
  },
  {
    name: 'relieved ICMS goes off only where the line says so',
    source: 'file 59172181733 (ICMS30 with vICMSDeson and indDeduzDeson 0)',
    xml: nfeFile({
      lines: [
        lineOf({
          quantity: '5.0000',
          value: '400.00',
          icms: '<ICMS30><orig>0</orig><CST>30</CST><modBCST>4</modBCST><vBCST>900.00</vBCST><pICMSST>18.00</pICMSST><vICMSST>72.00</vICMSST><vBCFCPST>900.00</vBCFCPST><pFCPST>2.00</pFCPST><vFCPST>18.00</vFCPST><vICMSDeson>30.00</vICMSDeson><motDesICMS>7</motDesICMS><indDeduzDeson>0</indDeduzDeson></ICMS30>',
        }),
      ],
      totals: { vProd: '400.00', vST: '72.00', vFCPST: '18.00', vICMSDeson: '30.00', vNF: '490.00' },
    }),
    lines: [{ units: 5, cost: 49_000 }],
  },
  {
    name: 'ICMS of fuel that is withheld is charged on top, by a measure that is asked',
    source: 'file 70941804673 (ICMS15 with vICMSMonoReten), file 24100514780 (the totals)',
    xml: nfeFile({
      lines: [
        lineOf({
          code: 'D10',
          name: 'OLEO LUBRIFICANTE 1L',
          unit: 'L',
          quantity: '1000.0000',
          value: '6120.00',
          icms: '<ICMS15><orig>0</orig><CST>15</CST><qBCMono>860.0000</qBCMono><adRemICMS>1.1200</adRemICMS><vICMSMono>963.20</vICMSMono><qBCMonoReten>140.0000</qBCMonoReten><adRemICMSReten>1.1200</adRemICMSReten><vICMSMonoReten>52.26</vICMSMonoReten></ICMS15>',
        }),
      ],
      totals: {
        qBCMono: '860.00',
        vICMSMono: '963.20',
        qBCMonoReten: '140.00',
        vICMSMonoReten: '52.26',
        qBCMonoRet: '0.00',
        vICMSMonoRet: '0.00',
        vProd: '6120.00',
        vNF: '6172.26',
      },
    }),
    lines: [{ units: null, cost: 617_226, sold: [1000, 'L'] }],
  },
  {
    name: 'IBS and CBS are stated and are not part of the total of the document',
    source: 'file 71433423421 (IBSCBS of a line, IBSCBSTot and vNFTot 1004.08 beside vNF 1000.00)',
    xml: nfeFile({
      lines: [
        lineOf({
          quantity: '8.0000',
          value: '1000.00',
          taxes:
            '<IBSCBS><CST>200</CST><cClassTrib>200001</cClassTrib><gIBSCBS><vBC>1000.00</vBC><gIBSUF><pIBSUF>0.1000</pIBSUF><gRed><pRedAliq>60.0000</pRedAliq><pAliqEfet>0.0400</pAliqEfet></gRed><vIBSUF>0.40</vIBSUF></gIBSUF><gIBSMun><pIBSMun>0.0200</pIBSMun><vIBSMun>0.08</vIBSMun></gIBSMun><vIBS>0.48</vIBS><gCBS><pCBS>0.9000</pCBS><vCBS>3.60</vCBS></gCBS></gIBSCBS></IBSCBS>',
          after: '<vItem>1004.08</vItem>',
        }),
      ],
      totals: { vProd: '1000.00', vNF: '1000.00' },
      moreTotals:
        '<IBSCBSTot><vBCIBSCBS>1000.00</vBCIBSCBS><gIBS><gIBSUF><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vIBSUF>0.40</vIBSUF></gIBSUF><vIBS>0.48</vIBS></gIBS><gCBS><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vCBS>3.60</vCBS></gCBS></IBSCBSTot><vNFTot>1004.08</vNFTot>',
    }),
    lines: [{ units: 8, cost: 100_000 }],
  },
  {
    name: 'a bonus at its price in the same document costs what the document charges for it',
    source:
      'akretion/nfelib …/42211275277525000178550030000276771368212013-procNFe.xml (natOp "Venda, Bonificação")',
    xml: nfeFile({
      ide: { natOp: 'Venda, Bonificação' },
      lines: [
        lineOf({ code: 'X1', quantity: '10.0000', value: '199.00' }),
        lineOf({ code: 'X1', quantity: '2.0000', value: '39.80', charges: '<vDesc>39.79</vDesc>' }),
      ],
      totals: { vProd: '238.80', vDesc: '39.79', vNF: '199.01' },
    }),
    lines: [{ units: 12, cost: 19_901 }],
  },
  {
    name: 'a price of ten decimals keeps the total of its line',
    source: 'nfephp-org/sped-da examples/nfe/fixtures/mod55-nfe_5.xml (14.3000 at 37.6450000000 is 538.32)',
    xml: nfeFile({
      lines: [
        lineOf({ quantity: '36.0000', value: '705.08' }),
        lineOf({ code: '2', unit: 'KG', quantity: '14.3000', value: '538.32' }),
      ],
      totals: { vProd: '1243.40', vNF: '1243.40' },
    }),
    lines: [
      { units: 36, cost: 70_508 },
      { units: null, cost: 53_832, sold: [14.3, 'KG'] },
    ],
  },
];

type TextLot = readonly [code: string, units: number | null, expiresOn: string | null];
/** What issuers write in the free text of a line, the public file that does, and the lots that a person reads from it. */
const texts: [text: string, source: string, lots: TextLot[]][] = [
  ['LOTE: L006J2026 VALIDADE: 15/08/2027', 'file 18032756499', [['L006J2026', null, '2027-08-15']]],
  ['Lote: ABC99 Validade: 31/12/2027 Fab: 01/02/2026', 'file 67302410283', [['ABC99', null, '2027-12-31']]],
  ['Lote: 050143', 'file 44500611580', [['050143', null, null]]],
  [
    'N LT: 24H07 DATA FAB.: 02/01/26 DATA VAL.: 30-06-27',
    'file 58546940503',
    [['24H07', null, '2027-06-30']],
  ],
  [
    'Lote: A1/26 Qtd: 5 Val: 02/2028 | Lote: B2 Qtd: 7 Val: MAI/2028',
    'file 66687151173 (cut at a bar)',
    [
      ['A1/26', 5, '2028-02-29'],
      ['B2', 7, '2028-05-31'],
    ],
  ],
  ['Lote 2026-08 validade 90 dias', 'file 69340479381', [['2026-08', null, null]]],
  ['Lote teste', 'file 59360575116', []],
  ['Lote A', 'file 60327574670', []],
  ['GALAO 20 LT 4 UN POR CAIXA PEDIDO 4410', 'litres written as LT', []],
];

const units: Case[] = [
  {
    name: 'a packet whose second quantity counts its pieces',
    source: 'file 66765492594 (PCT 1.0000, UN 12.0000, one GTIN for both)',
    xml: nfeFile({
      lines: [
        lineOf({
          gtin: '7894610020311',
          unit: 'PCT',
          quantity: '1.0000',
          taxUnit: 'UN',
          taxQuantity: '12.0000',
          value: '17.44',
        }),
      ],
      totals: { vProd: '17.44', vNF: '17.44' },
    }),
    known: [pot],
    lines: [{ units: 12, cost: 1744, sold: [1, 'PCT'] }],
  },
  {
    name: 'a box with a GTIN of its own and the GTIN of its pieces',
    source: 'file 71509516780 (cEAN of 14 digits, cEANTrib of 13, UN 12.0000)',
    xml: nfeFile({
      lines: [
        lineOf({
          gtin: '17894610020318',
          taxGtin: '7894610020311',
          unit: 'CX',
          quantity: '10.0000',
          taxUnit: 'UN',
          taxQuantity: '120.0000',
          value: '1000.00',
        }),
      ],
      totals: { vProd: '1000.00', vNF: '1000.00' },
    }),
    known: [pot],
    lines: [{ units: 120, cost: 100_000, sold: [10, 'CX'] }],
  },
  {
    name: 'rolls in several writings of the unit are asked for',
    source: 'nfephp-org/sped-da examples/nfe/fixtures/mod55-nfe.xml (uCom "Rl" and "RL", cEAN empty)',
    xml: nfeFile({
      lines: [
        lineOf({ code: 'B1', gtin: '', unit: 'RL', quantity: '2.0000', value: '276.60' }),
        lineOf({ code: 'B2', gtin: '', unit: 'Rl', quantity: '1.0000', value: '138.30' }),
      ],
      totals: { vProd: '414.90', vNF: '414.90' },
    }),
    lines: [
      { units: null, cost: 27_660, sold: [2, 'RL'] },
      { units: null, cost: 13_830, sold: [1, 'Rl'] },
    ],
  },
  {
    name: 'a unit with a figure behind it',
    source: 'akretion/nfelib …/leiauteNFe/nfe_reforma_tributaria.xml (uCom "UN1")',
    xml: nfeFile({
      lines: [
        lineOf({
          gtin: '7894610020489',
          unit: 'UN1',
          quantity: '6.0000',
          value: '14.88',
          charges: '<vDesc>1.40</vDesc>',
        }),
      ],
      totals: { vProd: '14.88', vDesc: '1.40', vNF: '13.48' },
    }),
    lines: [{ units: 6, cost: 1348 }],
  },
  {
    name: 'a GTIN that fails its check digit beside one that holds',
    source:
      'akretion/nfelib …/35180834128745000152550010000476861118934859-nfe.xml (cEAN 7997…, cEANTrib 7897…)',
    xml: nfeFile({
      lines: [
        lineOf({ gtin: '7994610020311', taxGtin: '7894610020311', quantity: '36.0000', value: '462.24' }),
      ],
      totals: { vProd: '462.24', vNF: '462.24' },
    }),
    known: [pot],
    lines: [{ units: 36, cost: 46_224 }],
  },
  {
    name: 'lots with their days, one of them without a quantity',
    source: 'file 37871959503 (rastro with qLote 5.000), file 67165167656 (rastro without qLote)',
    xml: nfeFile({
      lines: [
        lineOf({
          quantity: '12.0000',
          value: '151.80',
          more: '<xPed>5223948</xPed><nItemPed>1</nItemPed><rastro><nLote>A0308250116A</nLote><qLote>5.000</qLote><dFab>2026-01-16</dFab><dVal>2027-01-16</dVal></rastro><rastro><nLote>L24015</nLote><dFab>2026-01-10</dFab><dVal>2027-09-30</dVal></rastro>',
        }),
      ],
      totals: { vProd: '151.80', vNF: '151.80' },
    }),
    lines: [
      {
        units: 12,
        cost: 15_180,
        lots: [
          { code: 'A0308250116A', units: 5, expiresOn: '2027-01-16' },
          { code: 'L24015', units: null, expiresOn: '2027-09-30' },
        ],
      },
    ],
  },
  ...texts.map(
    ([text, source, lots]): Case => ({
      name: `lots in the free text of a line: ${text}`,
      source,
      xml: nfeFile({
        lines: [lineOf({ quantity: '12.0000', value: '151.80', after: `<infAdProd>${text}</infAdProd>` })],
        totals: { vProd: '151.80', vNF: '151.80' },
      }),
      lines: [
        {
          units: 12,
          cost: 15_180,
          lots: lots.map(([code, of, expiresOn]) => ({ code, units: of, expiresOn })),
        },
      ],
    }),
  ),
  {
    name: 'a lot beside the goods with a Brazilian day, one of an older layout, and a text that repeats it',
    source: 'file 67302410283 (rastro as a child of det, med, dVal as 30/09/2027, infAdProd beside rastro)',
    xml: nfeFile({
      lines: [
        lineOf({
          code: 'A',
          quantity: '1.0000',
          value: '10.00',
          after:
            '<rastro><nLote>DET1</nLote><dVal>30/09/2027</dVal></rastro><infAdProd>Lote: TXT99 Validade: 31/12/2028</infAdProd>',
        }),
        lineOf({
          code: 'B',
          quantity: '1.0000',
          value: '10.00',
          more: '<med><nLote>MED77</nLote><dVal>2028-03-01</dVal></med>',
        }),
      ],
      totals: { vProd: '20.00', vNF: '20.00' },
    }),
    lines: [
      { units: 1, cost: 1000, lots: [{ code: 'DET1', units: null, expiresOn: '2027-09-30' }] },
      { units: 1, cost: 1000, lots: [{ code: 'MED77', units: null, expiresOn: '2028-03-01' }] },
    ],
  },
];

async function linesOf({ xml, known = [] }: Case) {
  const nfe = await readNfe(typeof xml === 'string' ? Buffer.from(xml) : xml);
  if (typeof nfe === 'string') throw new Error(nfe);
  assertPurchase(nfe, buyerCnpj);
  const goods = readGoods(nfe, known);
  expect(sumMoney(goods.map(({ costCentavos }) => costCentavos))).toBe(nfe.total);
  return goods.map(({ units, costCentavos, sold, lots }) => ({
    units,
    cost: costCentavos,
    sold: [sold.quantity, sold.unit],
    lots,
  }));
}

describe.each([
  ['cost of the lines of an NF-e', charges],
  ['stock units of the lines of an NF-e', units],
])('%s', (_, cases) => {
  it.each(cases)('$name ($source)', async (one) => {
    expect(await linesOf(one)).toMatchObject(one.lines);
  });
});
