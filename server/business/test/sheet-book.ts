import { strToU8, zipSync } from 'fflate';

/** A workbook as its XML says, for what no library writes. */
export function sheetBook(rows: string, strings = '', before = ''): Uint8Array {
  return zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook xmlns:r="x"><sheets><sheet name="P" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
    'xl/worksheets/sheet1.xml': strToU8(`${before}<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  });
}
