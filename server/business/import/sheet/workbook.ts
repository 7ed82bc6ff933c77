import { longestCell, SheetFault, type Source } from './sheet-fault.ts';
import { attribute, createXmlReader, type XmlToken } from './xml-tokens.ts';
import { zipEntry, zipText } from './zip-entry.ts';

/** Parts of a workbook that are needed before its first sheet can be read. */
export type Workbook = {
  /** The paths of visible sheets in the archive, in their order. */
  sheets: string[];
  strings: string[];
  /** Whether a cell of that style is a date. */
  dates: boolean[];
  is1904: boolean;
};

const smallBytes = 4_194_304;
/** Texts are kept in memory while the sheet is read. */
const stringBytes = 33_554_432;
const maxStrings = 1_000_000;

export async function openWorkbook(source: Source): Promise<Workbook> {
  const book = await zipText(source, 'xl/workbook.xml', smallBytes);
  if (book === null) throw new SheetFault('sheet_unreadable');
  const tokens = createXmlReader()(book);
  const sheets = opened(tokens, 'sheet');
  const visible = sheets.filter((sheet) => (attribute(sheet, 'state') ?? 'visible') === 'visible');
  const shown = visible.length > 0 ? visible : sheets.slice(0, 1);
  const links = opened(
    createXmlReader()((await zipText(source, 'xl/_rels/workbook.xml.rels', smallBytes)) ?? ''),
    'Relationship',
  );
  const placeOf = (sheet: string) => {
    const linked = links.find((link) => attribute(link, 'Id') === attribute(sheet, 'id'));
    const target = attribute(linked ?? '', 'Target') ?? 'worksheets/sheet1.xml';
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  };
  const styles = await zipText(source, 'xl/styles.xml', smallBytes);
  return {
    sheets: shown.length > 0 ? shown.map(placeOf) : [placeOf('')],
    strings: await readStrings(source),
    dates: datesOf(createXmlReader()(styles ?? '')),
    is1904: /^(1|true)$/.test(attribute(opened(tokens, 'workbookPr')[0] ?? '', 'date1904') ?? ''),
  };
}

const opened = (tokens: readonly XmlToken[], name: string): string[] =>
  tokens.flatMap((token) => (token.type === 'open' && token.name === name ? [token.attributes] : []));

/** Texts that cells refer to by number; pieces of rich text are joined, without phonetic hints. */
async function readStrings(source: Source): Promise<string[]> {
  const read = createXmlReader();
  const decoder = new TextDecoder();
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let sounds = 0;
  const take = (token: XmlToken) => {
    if (token.type === 'text') {
      if (inText && sounds === 0) text += token.text;
      return;
    }
    const opens = token.type === 'open' && !token.isEmpty;
    if (token.name === 't') inText = opens;
    if (token.name === 'rPh') sounds += opens ? 1 : -1;
    if (token.name !== 'si' || opens) return;
    if (strings.length >= maxStrings || text.length > longestCell) throw new SheetFault('sheet_too_big');
    strings.push(unescapeText(text));
    text = '';
  };
  try {
    for await (const chunk of zipEntry(source, 'xl/sharedStrings.xml', stringBytes))
      for (const token of read(decoder.decode(chunk, { stream: true }))) take(token);
  } catch (error) {
    // A sheet of figures alone has none.
    if (!(error instanceof SheetFault) || error.code !== 'sheet_unreadable' || error.cause) throw error;
  }
  return strings;
}

/** `_x000D_`: the escape of a workbook for characters that XML does not allow. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

const builtInDates = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57]);

function datesOf(tokens: readonly XmlToken[]): boolean[] {
  const custom = new Map(
    opened(tokens, 'numFmt').map((format) => [
      Number(attribute(format, 'numFmtId')),
      // A format with days or years, outside quotes and brackets, is a date format.
      /[dy]/i.test((attribute(format, 'formatCode') ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')),
    ]),
  );
  const dates: boolean[] = [];
  let inCells = false;
  for (const token of tokens) {
    if (token.type === 'text') continue;
    if (token.name === 'cellXfs') inCells = token.type === 'open';
    if (!inCells || token.name !== 'xf' || token.type !== 'open') continue;
    const id = Number(attribute(token.attributes, 'numFmtId'));
    dates.push(custom.get(id) ?? builtInDates.has(id));
  }
  return dates;
}
