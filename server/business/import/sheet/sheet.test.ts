import { unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { uncomputed } from '#contract/business/import/cell.ts';
import { sheetBook } from '#server/business/test/sheet-book.ts';
import { formatOf, sheetRows } from './sheet.ts';
import { SheetFault, type Source } from './sheet-fault.ts';

/** In pieces, as a file arrives: the result must not depend on where a piece ends. */
const sourceOf =
  (bytes: Uint8Array, piece = 7): Source =>
  async () =>
    (async function* () {
      const size = Math.max(piece, Math.ceil(bytes.length / 4000));
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })();

async function read(bytes: Uint8Array) {
  const source = sourceOf(bytes);
  const rows = [];
  for await (const row of sheetRows(source, await formatOf(source))) rows.push(row);
  return rows;
}

const refusal = (bytes: Uint8Array) =>
  read(bytes).then(
    () => 'taken',
    (error: unknown) => (error instanceof SheetFault ? error.code : String(error)),
  );

const text = 'nome;preço\r\nPão de açúcar;1,50\r\n\r\n;;\r\n"Com ; e ""aspas""\r\nem duas";2';
const expected = [
  { line: 1, cells: ['nome', 'preço'] },
  { line: 2, cells: ['Pão de açúcar', '1,50'] },
  { line: 5, cells: ['Com ; e "aspas"\r\nem duas', '2'] },
];

describe('text files in every encoding', () => {
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 little', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 big', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['feeds alone', Buffer.from(text.replaceAll('\r\n', '\n'))],
  ])('%s', async (name, bytes) => {
    const rows = await read(bytes);
    const feed = name === 'feeds alone' ? '\n' : '\r\n';
    expect(rows).toEqual(
      expected.map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.replace('\r\n', feed)) })),
    );
  });

  test('the separator of a text file is declared by "sep=", or is the most frequent one in its titles', async () => {
    const cells = async (csv: string) => (await read(Buffer.from(csv))).map((row) => row.cells);
    expect(await cells('a,b\n1,2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(await cells('a\tb\n1,5\t2')).toEqual([
      ['a', 'b'],
      ['1,5', '2'],
    ]);
    expect(await cells('sep=,\r\na,b;c')).toEqual([['a', 'b;c']]);
    expect(await cells('"a,b";c\n1;2')).toEqual([
      ['a,b', 'c'],
      ['1', '2'],
    ]);
  });
});

describe('workbooks', () => {
  test('reads texts, numbers, days and flags of a workbook, and formulas as their value', async () => {
    const day = new Date('2027-12-31T00:00:00Z');
    const bytes = await writeXlsxFile([
      [{ value: 'ção' }, { value: 7891234567895 }, { value: day, format: 'dd/mm/yyyy' }, { value: true }],
      [null, { value: '=1+1', type: 'Formula' as never }],
      [null, null, { value: 1.5 }],
    ] as never).toBuffer();
    const rows = await read(bytes);
    expect(rows[0]).toEqual({ line: 1, cells: ['ção', 7891234567895, { day: '2027-12-31' }, true] });
    expect(rows.at(-1)).toEqual({ line: 3, cells: [null, null, 1.5] });
  });

  test('reads values of formulas, reports errors, joins rich and inline texts, decodes entities', async () => {
    const rows = await read(
      sheetBook(
        `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>a &amp; b_x000D_</t></is></c>
        <c r="D2"><f>HYPERLINK("http://x","y")</f><v>4</v></c><c r="E2" t="str"><f>"=cmd|x"</f><v>=cmd</v></c>
        <c r="F2" t="e"><v>#REF!</v></c></row>`,
        '<si><r><t>Ca</t></r><r><t xml:space="preserve">sa</t></r><rPh><t>x</t></rPh></si>',
      ),
    );
    expect(rows).toEqual([{ line: 2, cells: ['Casa', null, 'a & b', 4, '=cmd', { error: '#REF!' }] }]);
  });
});

describe('hidden and uncomputed parts of a workbook', () => {
  test('skips a hidden first sheet even if the others are marked as visible', async () => {
    const book = unzipSync(sheetBook('<row r="1"><c r="A1"><v>2</v></c></row>'));
    const other = Buffer.from(
      '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
    );
    const sheets = `<workbook xmlns:r="x"><sheets><sheet name="H" sheetId="2" state="hidden" r:id="rId2"/>
      <sheet name="P" sheetId="1" state="visible" r:id="rId1"/></sheets></workbook>`;
    const links = `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>
      <Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>`;
    const bytes = zipSync({
      ...book,
      'xl/workbook.xml': Buffer.from(sheets),
      'xl/_rels/workbook.xml.rels': Buffer.from(links),
      'xl/worksheets/sheet2.xml': other,
    });
    expect(await read(bytes)).toEqual([{ line: 1, cells: [2] }]);
  });

  test('reports a formula without a value, and reads one with an empty text as blank', async () => {
    const cells = '<c r="A1"><f>SUM(B1)</f></c><c r="B1" t="str"><f>""</f><v></v></c><c r="C1"><v>3</v></c>';
    expect(await read(sheetBook(`<row r="1">${cells}</row>`))).toEqual([
      { line: 1, cells: [{ error: uncomputed }, null, 3] },
    ]);
  });
});

describe('hostile files', () => {
  const row = (cells: string) => sheetBook(`<row r="1">${cells}</row>`);
  const huge = 'x'.repeat(40_000);
  const wide = Array.from({ length: 1_000_000 }, () => 'a').join(';');
  const many = () => Buffer.alloc(40_000_000, `<x>${'a'.repeat(200_000)}</x>`);
  test.each<[string, () => Uint8Array, string]>([
    ['nothing', () => Buffer.alloc(0), 'sheet_empty'],
    ['the old format', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'sheet_old_format'],
    ['a PDF', () => Buffer.from('%PDF-1.7 …'), 'sheet_unreadable'],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'sheet_unreadable'],
    ['a page', () => Buffer.from('<html><table>'), 'sheet_unreadable'],
    ['a ZIP of something else', () => zipSync({ 'a.txt': Buffer.from('a') }), 'sheet_unreadable'],
    ['half a workbook', () => row('<c r="A1"><v>1</v></c>').subarray(0, 300), 'sheet_unreadable'],
    ['a million columns', () => Buffer.from(wide), 'sheet_too_wide'],
    ['a cell in column XFD', () => row('<c r="XFD1"><v>1</v></c>'), 'sheet_too_wide'],
    ['a cell of 40,000 signs', () => Buffer.from(`a;b\n${huge};1`), 'sheet_too_big'],
    ['a quote that never ends', () => Buffer.from(`a;b\n"${huge}`), 'sheet_too_big'],
    ['row 99,999,999', () => sheetBook('<row r="99999999"><c r="A1"><v>1</v></c></row>'), 'sheet_too_big'],
    ['a tag without end', () => row(`<c r="${'A'.repeat(400_000)}`), 'sheet_too_big'],
    ['entities of its own', () => sheetBook('', '', '<!DOCTYPE x [<!ENTITY a "b">]>'), 'sheet_unreadable'],
    [
      'a bomb',
      () => zipSync({ 'xl/workbook.xml': Buffer.from('<workbook/>'), 'xl/sharedStrings.xml': many() }),
      'sheet_too_big',
    ],
    [
      'a thousand files',
      () => zipSync(Object.fromEntries(Array.from({ length: 1100 }, (_, n) => [`f${n}`, new Uint8Array(1)]))),
      'sheet_too_big',
    ],
  ])('%s', async (_, make, code) => {
    expect(await refusal(make())).toBe(code);
  });
});
