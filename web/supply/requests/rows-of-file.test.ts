import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import { maxSheetBytes, rowsOfFile, rowsOfText } from './rows-of-file.ts';

async function workbook(rows: (string | number | null)[][]): Promise<File> {
  const data: SheetData = rows.map((cells) => cells.map((value) => (value === null ? null : { value })));
  const bytes = await writeExcelFile(data).toBuffer();
  return new File([new Uint8Array(bytes)], 'pedido.xlsx');
}
const typed = (at: number, code: string, quantity: string, quantityPerVolume = '', price = '') => ({
  at,
  code,
  quantity,
  quantityPerVolume,
  price,
});

describe('rows of a spreadsheet', () => {
  it('rows of a spreadsheet are read from text separated by tabs, semicolons or commas, with their line numbers', () => {
    expect(rowsOfText('\uFEFFCAN-1\t12\t4\t9,90\n\nCAN-2\t3')).toEqual([
      typed(1, 'CAN-1', '12', '4', '9,90'),
      typed(3, 'CAN-2', '3'),
    ]);
    expect(rowsOfText('código;quantidade;por volume;preço\n"A;1";5;;"1.234,50"')).toEqual([
      typed(2, 'A;1', '5', '', '1.234,50'),
    ]);
    expect(rowsOfText('A,5')).toEqual([typed(1, 'A', '5')]);
  });

  it('rows of a spreadsheet are found by titles in a workbook with another column order', async () => {
    const file = await workbook([
      ['Descrição', 'Preço unit.', 'Qtd', 'Itens por caixa', 'SKU'],
      ['Caneca', 9.9, 12, 4, 'CAN-1'],
      ['Prato', 5, 3, null, 'PRA-1'],
    ]);
    expect(await rowsOfFile(file)).toEqual([
      typed(2, 'CAN-1', '12', '4', '9,9'),
      typed(3, 'PRA-1', '3', '', '5'),
    ]);
  });

  it('rows of a spreadsheet keep wrong values, so that the error names the row, and only titles are left out', async () => {
    const file = await workbook([
      ['Produto', 'Quantidade'],
      ['CAN-1', 'doze'],
      ['CAN-2', -5],
      ['CAN-3', 1e21],
      [null, 7],
    ]);
    expect(await rowsOfFile(file)).toEqual([
      typed(2, 'CAN-1', 'doze'),
      typed(3, 'CAN-2', '-5'),
      typed(4, 'CAN-3', '1e+21'),
      typed(5, '', '7'),
    ]);
  });

  it('rows of a spreadsheet come from the first visible sheet, with shared, rich and skipped cells', async () => {
    const part = (name: string, body: string) =>
      strToU8(`<${name} xmlns="urn:x" xmlns:r="urn:r">${body}</${name}>`);
    const bytes = zipSync({
      'xl/workbook.xml': part(
        'workbook',
        '<sheets><sheet name="a" state="hidden" r:id="r1"/><sheet name="b" r:id="r2"/></sheets>',
      ),
      'xl/_rels/workbook.xml.rels': part(
        'Relationships',
        '<Relationship Id="r1" Target="worksheets/one.xml"/><Relationship Id="r2" Target="/xl/worksheets/two.xml"/>',
      ),
      'xl/sharedStrings.xml': part(
        'sst',
        '<si><r><t>CAN</t></r><r><t>-1</t></r><rPh><t>kan</t></rPh></si><si><t>outra</t></si>',
      ),
      'xl/worksheets/one.xml': part('worksheet', '<row r="1"><c r="A1" t="s"><v>1</v></c></row>'),
      'xl/worksheets/two.xml': part(
        'worksheet',
        '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3"><v>4</v></c><c r="D3" t="inlineStr"><is><t>9,90</t></is></c></row>',
      ),
    });
    expect(await rowsOfFile(new File([new Uint8Array(bytes)], 'x.xlsx'))).toEqual([
      typed(3, 'CAN-1', '4', '', '9,90'),
    ]);
  });

  it('rows of a spreadsheet are empty for an empty workbook; a file that is not a sheet is refused', async () => {
    expect(await rowsOfFile(await workbook([[null]]))).toEqual([]);
    const zip = new File([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0])], 'x.xlsx');
    const picture = new File([new Uint8Array([0x89, 0x50, 0, 0, 1])], 'x.csv');
    const large = new File([new Uint8Array(maxSheetBytes + 1)], 'x.xlsx');
    for (const wrong of [zip, picture, large]) await expect(rowsOfFile(wrong)).rejects.toThrow();
  });
});
