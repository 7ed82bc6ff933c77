import { describe, expect, it } from 'vitest';
import { sumMoney } from '#contract/money.ts';
import { Fault } from '#server/fault.ts';
import { type SampleNfe, sampleNfe } from '#server/orders/test/nfe-sample.ts';
import { type Nfe, readNfe } from '#server/outside/nfe/nfe.ts';
import { assertPurchase, readGoods } from './invoice-goods.ts';

const issuer = '11444777000161';
const sample = (change: Partial<SampleNfe> = {}) =>
  sampleNfe({
    cnpj: issuer,
    number: 7,
    issuedAt: new Date('2026-11-21T14:00:00.000Z'),
    total: 1000,
    product: 'Caneca',
    quantity: 10,
    code: 'CAN-1',
    buyer: { document: '11222333000181', name: 'Casa', zip: '01310100' },
    ...change,
  });
async function read(bytes: Buffer): Promise<Nfe> {
  const nfe = await readNfe(bytes);
  if (typeof nfe === 'string') throw new Error(nfe);
  return nfe;
}
const mug = { id: 1, gtin: '7891000315507', supplierSku: 'CAN-1', unit: 'unit' };
const goodsOf = async (change: Partial<SampleNfe>, known = [mug]) =>
  readGoods(await read(sample(change)), known);
const reasonOf = async (act: () => unknown): Promise<unknown> => {
  try {
    await act();
    return null;
  } catch (error) {
    return error instanceof Fault ? (error.facts ?? {}) : error;
  }
};

// Shapes as in nfephp-org/sped-nfe (MakeNFe, Complements::cancelRegister) and the schemas PL_010; people and figures are ours.
describe('units of a line', () => {
  const cases: [string, Partial<SampleNfe>, number | null][] = [
    ['ten pieces are ten', { quantity: '10.0000', units: '10.0000', unit: 'UN' }, 10],
    ['two boxes of twelve are 24', { quantity: '2.0000', units: '24.0000', unit: 'CX' }, 24],
    ['pieces by another word', { quantity: 10, units: 10, unit: 'PÇ' }, 10],
    ['1.5 kg is no number of units', { quantity: '1.5000', unit: 'KG' }, null],
    ['76.55 m is no number of units', { quantity: '76.5500', unit: 'M' }, null],
    ['2 kg is not two units', { quantity: '2.0000', unit: 'KG' }, null],
    ['half a piece', { quantity: '0.5000', unit: 'UN' }, null],
    ['boxes whose second quantity is 0', { quantity: 2, units: 0, unit: 'CX' }, null],
    ['boxes whose second quantity is boxes too', { quantity: 2, unit: 'CX' }, null],
    ['boxes of a fraction', { quantity: 2, units: '24.5', unit: 'CX' }, null],
    ['pieces that the second quantity does not divide', { quantity: 10, units: 24, unit: 'UN' }, null],
    ['a box that has the GTIN of ours', { quantity: 3, unit: 'CX', code: 'x', gtin: mug.gtin }, 3],
    ['1.5 kg with the GTIN of ours', { quantity: '1.5', unit: 'KG', code: 'x', gtin: mug.gtin }, null],
    ['a quantity that is no figure', { quantity: 'dez' }, null],
  ];
  it.each(cases)('%s', async (_, change, units) => {
    const [line] = await goodsOf(change);
    expect(line?.units).toBe(units);
  });

  it('a quantity in the unit of the product is a number of stock units', async () => {
    const [line] = await goodsOf({ quantity: '3.0000', unit: 'KG' }, [{ ...mug, unit: 'Kg' }]);
    expect(line?.units).toBe(3);
  });
});

describe('cost of a line', () => {
  it('the cost of a line is its price plus IPI, ICMS-ST, FCP-ST, freight, insurance and other charges, minus the discount', async () => {
    const [line] = await goodsOf({
      total: 100_000,
      taxes: { vIPI: 9677, vICMSST: 4210, vFCPST: 350 },
      extras: { vFrete: 1200, vSeg: 33, vOutro: 5, vDesc: 1000 },
    });
    expect(line?.costCentavos).toBe(100_000 + 9677 + 4210 + 350 + 1200 + 33 + 5 - 1000);
  });

  it('two lines of one product become one line with the units and the cost of both', async () => {
    const more = [{ code: 'CAN-1', product: 'Caneca bonificada', quantity: 2, total: 2 }];
    const goods = await goodsOf({ total: 19_900, more });
    expect(goods).toMatchObject([
      { units: 12, goodsCentavos: 19_902, costCentavos: 19_902, positions: [0, 1] },
    ]);
    const unknown = await goodsOf({ total: 19_900, more }, []);
    expect(unknown).toMatchObject([{ units: 12, positions: [0, 1] }]);
  });

  it('costs add up to the total of a document with an item outside the total, and of one with relieved ICMS', async () => {
    const gift = sample({ total: 5000, more: [{ code: 'G', product: 'Brinde', quantity: 1, total: 300 }] })
      .toString()
      .replace(/(<det nItem="2">.*?)<\/prod>/, '$1<indTot>0</indTot></prod>')
      .replace('<vProd>53.00', '<vProd>50.00')
      .replace('<vNF>53.00', '<vNF>50.00');
    const goods = readGoods(await read(Buffer.from(gift)), [mug]);
    expect(goods.map(({ costCentavos }) => costCentavos)).toEqual([5000, 0]);
    const relieved = sample({ total: 5000 })
      .toString()
      .replace('<ICMSTot>', '<ICMSTot><vICMSDeson>6.00</vICMSDeson>')
      .replace('<vNF>50.00', '<vNF>44.00');
    const [line] = readGoods(await read(Buffer.from(relieved)), [mug]);
    expect(line?.costCentavos).toBe(4400);
  });

  it('the costs of all lines add up to the total with freight and discount', async () => {
    const more = [{ code: 'P', product: 'Prato', quantity: 7, total: 3333 }];
    const goods = await goodsOf({ total: 1001, more, extras: { vFrete: 1000, vDesc: 7 } });
    expect(sumMoney(goods.map(({ costCentavos }) => costCentavos))).toBe(1001 + 3333 + 1000 - 7);
  });
});

describe('documents that are not a purchase', () => {
  const own = '11222333000181';
  const lines = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ code: `p${n}`, product: 'Prato', quantity: 1, total: 1 }));
  const cases: [string, Partial<SampleNfe>, object][] = [
    ['a return', { purpose: '4' }, { reason: 'return_note' }],
    ['a supplement', { purpose: '2' }, { reason: 'no_purchase' }],
    ['an adjustment', { purpose: '3' }, { reason: 'no_purchase' }],
    ['a debit note', { purpose: '6' }, { reason: 'no_purchase' }],
    ['goods that enter at the issuer', { direction: '0' }, { reason: 'no_purchase' }],
    ['a note of our own', { cnpj: own }, { reason: 'own_note' }],
    [
      'items of 10,00 in a note of 7.200,00 of goods',
      { stated: { goods: 720_000 } },
      { reason: 'goods_total_differs', differenceCentavos: -719_000 },
    ],
    [
      'a total that its lines do not add up to',
      { stated: { total: 1001 } },
      { reason: 'total_differs', differenceCentavos: -1 },
    ],
    [
      'IPI of a line that the total does not have',
      { taxes: { vIPI: 9677 }, stated: { total: 1000 } },
      { reason: 'total_differs', differenceCentavos: 9677 },
    ],
    ['991 lines', { more: lines(990) }, { reason: 'too_many_items' }],
  ];
  it.each(cases)('refuses %s with its reason', async (_, change, facts) => {
    const refused = await reasonOf(async () => {
      const nfe = await read(sample(change));
      assertPurchase(nfe, own);
      readGoods(nfe, [mug]);
    });
    expect(refused).toEqual(facts);
  });

  it('reads a document of 990 lines, and one that was authorized late', async () => {
    expect(readGoods(await read(sample({ more: lines(989) })), [mug])).toHaveLength(990);
    expect((await read(sample({ cStat: '150' }))).number).toBe('7');
  });

  it.each(['135', '155', '136'])(
    'refuses a note whose file has its cancel event, registered as %s',
    async (cStat) => {
      expect(await readNfe(sample({ cancelEvent: cStat }))).toBe('canceled');
    },
  );

  it('reads an NF-e whose cancellation was refused, and one in a file with the cancel event of another NF-e', async () => {
    expect((await read(sample({ cancelEvent: '573' }))).number).toBe('7');
    const other = sample({ cancelEvent: '135' })
      .toString()
      .replace(/(<retEvento>.*<chNFe>)\d/, '$19');
    expect((await read(Buffer.from(other))).number).toBe('7');
  });

  it('finds the cancel event of an NF-e in a file that wraps both (procEventoNFe)', async () => {
    const note = sample().toString();
    const key = /Id="NFe(\w{44})"/.exec(note)?.[1] ?? '';
    const event = `<procEventoNFe><evento><infEvento><chNFe>${key}</chNFe><tpEvento>110111</tpEvento></infEvento></evento><retEvento><infEvento><cStat>155</cStat><chNFe>${key}</chNFe></infEvento></retEvento></procEventoNFe>`;
    const [declaration = '', body = ''] = note.split('?>');
    const wrapped = (inner: string) => Buffer.from(`${declaration}?><lote>${body}${inner}</lote>`);
    expect(await readNfe(wrapped(event))).toBe('canceled');
    expect((await read(wrapped(''))).number).toBe('7');
    expect(await readNfe(sample({ cStat: '101' }))).toBe('canceled');
  });

  it('refuses a CT-e and an NFC-e as documents of another model', async () => {
    expect(await readNfe(Buffer.from('<cteProc><CTe/></cteProc>'))).toBe('wrong_model');
    const consumer = sample().toString().replace('<mod>55', '<mod>65');
    expect(await readNfe(Buffer.from(consumer))).toBe('wrong_model');
  });
});

describe('text of an NF-e', () => {
  const name = async (bytes: Buffer) => (await read(bytes)).issuedBy.name;
  const named = (text: string) => sample().toString().replace('Loja Exemplo Ltda', text);

  it.each([
    ['Esmaltados Holdout &amp; Cia', 'Esmaltados Holdout & Cia'],
    ['Caf&#233; d&apos;Oeste', "Café d'Oeste"],
    ['Caf&#xE9; &quot;Bom&quot;', 'Café "Bom"'],
    ['Casa &amp;amp; Lar', 'Casa &amp; Lar'],
    ['A &lt; B &gt; C', 'A < B > C'],
    ['<![CDATA[Tom &amp; Cia <1>]]>', 'Tom &amp; Cia <1>'],
    ['Casa<!-- & -->', 'Casa'],
  ])('%s is read as %s', async (written, meant) => {
    expect(await name(Buffer.from(named(written)))).toBe(meant);
  });

  it('text is decoded by the encoding that the file declares', async () => {
    const declared = (encoding: string) =>
      named('Conceição & Irmãos'.replace('&', '&amp;')).replace('UTF-8', encoding);
    for (const encoding of ['ISO-8859-1', 'iso-8859-1', 'windows-1252'])
      expect(await name(Buffer.from(declared(encoding), 'latin1'))).toBe('Conceição & Irmãos');
    expect(await name(Buffer.from(`\ufeff${declared('UTF-8')}`))).toBe('Conceição & Irmãos');
    expect(await name(Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le'))).toBe('Conceição & Irmãos');
    expect(await name(Buffer.from(declared('UTF-8').replace(/ encoding="UTF-8"/, '')))).toBe(
      'Conceição & Irmãos',
    );
  });

  it('refuses bytes that do not fit the declared encoding, and an unknown encoding', async () => {
    expect(await readNfe(Buffer.from(named('Concei\u00e7\u00e3o'), 'latin1'))).toBe('encoding');
    expect(await readNfe(Buffer.from(named('x').replace('UTF-8', 'EBCDIC-CP-US')))).toBe('encoding');
  });

  it('refuses a document that declares or uses its own entities, in any encoding', async () => {
    const declared = named('x').replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>');
    expect(await readNfe(Buffer.from(declared))).toBe('forbidden_entities');
    expect(await readNfe(Buffer.from(`\ufeff${declared}`, 'utf16le'))).toBe('forbidden_entities');
    expect(await readNfe(Buffer.from(named('a &nbsp; b')))).toBe('not_xml');
  });
});

it('reads the lots of a line with their units and expiry days', async () => {
  const lots = [
    { code: 'L26A', quantity: 4, expiresOn: '2027-05-31' },
    { code: 'L26B', quantity: 6, expiresOn: '2027-06-30' },
  ];
  const [line] = await goodsOf({ lots });
  expect(line?.lots).toEqual([
    { code: 'L26A', units: 4, expiresOn: '2027-05-31' },
    { code: 'L26B', units: 6, expiresOn: '2027-06-30' },
  ]);
});

it('reads a document whose elements have a prefix and whose issuer has letters in its CNPJ', async () => {
  const prefixed = sample({ cnpj: '12ABC34501DE35' })
    .toString()
    .replace(/<(\/?)(?!\?)([A-Za-z])/g, '<$1nfe:$2');
  const nfe = await read(Buffer.from(prefixed.replace('xmlns=', 'xmlns:nfe=')));
  expect(nfe).toMatchObject({ issuer: '12ABC34501DE35', total: 1000 });
});
