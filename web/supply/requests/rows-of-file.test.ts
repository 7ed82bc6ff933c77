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
  it('are read from text by tabs, semicolons or commas, with the line that each stood in', () => {
    expect(rowsOfText('\uFEFFCAN-1\t12\t4\t9,90\n\nCAN-2\t3')).toEqual([
      typed(1, 'CAN-1', '12', '4', '9,90'),
      typed(3, 'CAN-2', '3'),
    ]);
    expect(rowsOfText('código;quantidade;por volume;preço\n"A;1";5;;"1.234,50"')).toEqual([
      typed(2, 'A;1', '5', '', '1.234,50'),
    ]);
    expect(rowsOfText('A,5')).toEqual([typed(1, 'A', '5')]);
  });

  it('are found by the titles of a workbook whose columns stand in another order', async () => {
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

  it('keep what is wrong in them, to be named at its row, and only titles are left out', async () => {
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

  it('are none in an empty workbook, and a file that is no sheet is refused', async () => {
    expect(await rowsOfFile(await workbook([[null]]))).toEqual([]);
    const zip = new File([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0])], 'x.xlsx');
    const picture = new File([new Uint8Array([0x89, 0x50, 0, 0, 1])], 'x.csv');
    const large = new File([new Uint8Array(maxSheetBytes + 1)], 'x.xlsx');
    for (const wrong of [zip, picture, large]) await expect(rowsOfFile(wrong)).rejects.toThrow();
  });
});
