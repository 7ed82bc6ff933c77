import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readPdfPages } from '#server/test/read-codes.ts';
import type { LabelFormat } from './capabilities.ts';
import { readLabelDocument } from './label-document.ts';
import { graphicData, graphicLabel, pdfOf, zipOf } from './test/label-samples.ts';
import { type PrintedLabel, readZpl } from './test/read-zpl.ts';

type Sample = {
  /** The answer, and the public source of its shape: a repository with a file or issue, or the number of a file. */
  name: string;
  source: string;
  asked: LabelFormat;
  bytes: () => Promise<Buffer>;
  /** The printed codes; for a PDF the code on each page; null if it is no label. */
  printed: { zpl: PrintedLabel[] } | { pdf: string[] } | null;
};

const address = (name: string) =>
  `^FO40,500^A0N,34,34^FH^FD${name}^FS^FO40,560^A0N,30,30^FDRua São João, 18^FS`;
const parcel = (code: string, name = 'Inês Conceição') =>
  `^XA^CI28^PW800^LL1200^FO60,200^BY3,3,160^BCN,160,Y,N,N^FD>:${code}^FS${address(name)}^XZ`;
const read = (code: string, name = 'Inês Conceição'): PrintedLabel => ({
  codes: [code],
  texts: [name, 'Rua São João, 18'],
});
const onlyCode = (code: string): PrintedLabel => ({ codes: [code], texts: [] });
const utf8 = (text: string) => Promise.resolve(Buffer.from(text));

const samples: Sample[] = [
  {
    name: 'a ZIP with a graphic in Z64 before its format, and a declaration on A4',
    source: 'file 69053957852',
    asked: 'zpl',
    bytes: async () =>
      zipOf({
        'shipping_label_20261128.txt': await graphicLabel('BR2611280001X'),
        'content_declaration_20261128.pdf': await pdfOf(['DECLARACAO'], 'a4'),
      }),
    printed: { zpl: [onlyCode('BR2611280001X')] },
  },
  {
    name: 'three labels in one text, each loading its graphic under the same name',
    source: 'file 57992724185; file 59800957361',
    asked: 'zpl',
    bytes: async () =>
      Buffer.from(
        (await Promise.all(['BR01A', 'BR02B', 'BR03C'].map((code) => graphicLabel(code)))).join('\r\n'),
      ),
    printed: { zpl: ['BR01A', 'BR02B', 'BR03C'].map(onlyCode) },
  },
  {
    name: 'a graphic in hexadecimal digits',
    source: 'file 57938546164',
    asked: 'zpl',
    bytes: async () => Buffer.from(await graphicLabel('BR04D', 'hex')),
    printed: { zpl: [onlyCode('BR04D')] },
  },
  {
    name: 'a graphic that is loaded inside the format',
    source: 'file 58726796517',
    asked: 'zpl',
    bytes: async () =>
      Buffer.from(`^XA\n~DGR:DEMO.GRF,${await graphicData('BR05E', 'Z64')}\n^FO0,0^XGR:DEMO.GRF,1,1^FS\n^XZ`),
    printed: { zpl: [onlyCode('BR05E')] },
  },
  {
    name: 'settings of the printer before a label whose graphic is a field',
    source: 'file 38180563826; file 92184296',
    asked: 'zpl',
    bytes: async () => {
      const [total = '', ...rest] = (await graphicData('BR06F', 'Z64')).split(',');
      const field = `^FO0,0^GFA,${[total, total, ...rest].join(',')}^FS`;
      return Buffer.from(`CT~~CD,~CC^~CT~\n^XA~TA000~JSN^LT0^MNW^CI0^XZ\n^XA\n^MMT\n^PW831\n${field}^PQ1^XZ`);
    },
    printed: { zpl: [onlyCode('BR06F')] },
  },
  {
    name: 'a ZIP with the text of a label and a list of what is sent',
    source: 'file 63150351405; file 3552692151',
    asked: 'zpl',
    bytes: async () =>
      zipOf({
        'Controle.pdf': await pdfOf(['CONTROLE'], 'a4'),
        'Etiqueta de envio.txt': parcel('42761900001'),
      }),
    printed: { zpl: [read('42761900001')] },
  },
  {
    name: 'several labels, with formats between them that only clear the printer',
    source: 'file 13819968515; file 54095843958',
    asked: 'zpl',
    bytes: () => utf8(`^XA^MCY^XZ${parcel('42761900002')}^XA^MCY^XZ${parcel('42761900003', 'Zé')}^XA^MCY^XZ`),
    printed: { zpl: [read('42761900002'), read('42761900003', 'Zé')] },
  },
  {
    name: 'text of Windows-1252, as the label says',
    source: 'file 13819968515',
    asked: 'zpl',
    bytes: () => Promise.resolve(Buffer.from(parcel('42761900004').replace('^CI28', '^CI27'), 'latin1')),
    printed: { zpl: [read('42761900004')] },
  },
  {
    name: 'letters of UTF-8 as escapes in a field',
    source: 'msupply-foundation/open-msupply#8506; file 59800957361',
    asked: 'zpl',
    bytes: () => utf8(parcel('42761900005', 'In_C3_AAs Concei_C3_A7_C3_A3o')),
    printed: { zpl: [read('42761900005')] },
  },
  {
    name: 'commands in lower case',
    source: 'file 57953706404',
    asked: 'zpl',
    bytes: async () =>
      Buffer.from(
        `~dgR:DEMO.GRF,${await graphicData('BR07G', 'Z64')}^xa^fo0,0^xgR:DEMO.GRF,1,1^fs^xz^xa^idR:DEMO.GRF^fs^xz`,
      ),
    printed: { zpl: [onlyCode('BR07G')] },
  },
  {
    name: 'a byte order mark before the text',
    source: 'bojand/infer#117; file 13819968515',
    asked: 'zpl',
    bytes: () => utf8(`\ufeff${parcel('42761900006')}`),
    printed: { zpl: [read('42761900006')] },
  },
  {
    name: 'text of UTF-16 in a ZIP, as an editor of Windows saves it',
    source: 'file 13819968515',
    asked: 'zpl',
    bytes: () =>
      Promise.resolve(zipOf({ 'etiqueta.txt': Buffer.from(`\ufeff${parcel('42761900007')}`, 'utf16le') })),
    printed: { zpl: [read('42761900007')] },
  },
  {
    name: 'a ZIP of labels under other names, beside a text that only speaks of labels',
    source: 'file 57992724185; file 56695811011',
    asked: 'zpl',
    bytes: () =>
      Promise.resolve(
        zipOf({
          'LEIA-ME.txt': 'Envie à impressora os arquivos que começam com ^XA.',
          'etiquetas/1.prn': parcel('42761900008'),
          'etiquetas/2': parcel('42761900009'),
        }),
      ),
    printed: { zpl: [read('42761900008'), read('42761900009')] },
  },
  {
    name: 'a PDF of labels',
    source: 'file 58537083347',
    asked: 'pdf',
    bytes: () => pdfOf(['BR08H', 'BR09I'], 'label'),
    printed: { pdf: ['BR08H', 'BR09I'] },
  },
  {
    name: 'a PDF after other bytes',
    source: 'SerenityOS/serenity#22548; julianhille/MuhammaraJS#211',
    asked: 'pdf',
    bytes: async () =>
      Buffer.concat([
        Buffer.from('--F2B80151\r\nContent-Type: application/pdf\r\n\r\n'),
        await pdfOf(['BR10J'], 'label'),
      ]),
    printed: { pdf: ['BR10J'] },
  },
  {
    name: 'a PDF after the first bytes of a ZIP',
    source: 'py-pdf/pypdf#3925',
    asked: 'pdf',
    bytes: async () =>
      Buffer.concat([Buffer.from('PK\u0003\u0004\u0014abc3454', 'latin1'), await pdfOf(['BR11K'], 'label')]),
    printed: { pdf: ['BR11K'] },
  },
  {
    name: 'a ZIP with a manifest on A4 before the PDF of the label',
    source: 'lineofflight/peddler#118; file 63150351405',
    asked: 'pdf',
    bytes: async () =>
      zipOf({
        'a-manifesto.pdf': await pdfOf(['MANIFESTO'], 'a4'),
        'b-etiqueta.pdf': await pdfOf(['BR12L'], 'label'),
        'leia-me.txt': 'ok',
      }),
    printed: { pdf: ['BR12L'] },
  },
  {
    name: 'JSON with a PDF in Base64',
    source: 'mydfacylita/e-commerce-multivendor, CORREIOS-CWS-INTEGRATION.md',
    asked: 'pdf',
    bytes: async () =>
      Buffer.from(
        JSON.stringify({ nome: 'rotulo.pdf', dados: (await pdfOf(['BR13M'], 'label')).toString('base64') }),
      ),
    printed: { pdf: ['BR13M'] },
  },
  {
    name: 'JSON with ZPL in Base64, compressed',
    source: 'jlevers/selling-partner-api#132',
    asked: 'zpl',
    bytes: () => {
      const Contents = gzipSync(parcel('42761900010')).toString('base64');
      return utf8(JSON.stringify({ payload: { Label: { FileContents: { Contents, FileType: 'ZPL203' } } } }));
    },
    printed: { zpl: [read('42761900010')] },
  },
  {
    name: 'a refusal in JSON behind a 200',
    source: 'file 4711907363; file 57920217101',
    asked: 'zpl',
    bytes: () =>
      utf8(JSON.stringify({ failed_shipments: [{ shipment_id: 4276, message: 'not_printable_status' }] })),
    printed: null,
  },
  {
    name: 'a page of errors behind a 200',
    source: 'file 71121610468',
    asked: 'pdf',
    bytes: () => utf8('\n<!DOCTYPE html><html><body>^XA^FDServiço indisponível^FS^XZ</body></html>'),
    printed: null,
  },
  {
    name: 'commands that print nothing',
    source: 'file 58533397464',
    asked: 'zpl',
    bytes: () => utf8('^XA^JUR^XZ^XA^MNY^FS^XZ^XA^IDR:*.GRF^XZ^XA^MCY^XZ'),
    printed: null,
  },
];

async function printedBy(bytes: Buffer, asked: LabelFormat) {
  const label = await readLabelDocument(bytes, asked);
  return {
    ...(label.zpl && { zpl: readZpl(label.zpl) }),
    ...(label.pdf && { pdf: (await readPdfPages(label.pdf)).flatMap(({ codes }) => codes) }),
  };
}

describe('a label as marketplaces and carriers really send it', () => {
  test.each(samples)('$name ($source)', async ({ asked, bytes, printed }) => {
    expect(await printedBy(await bytes(), asked)).toEqual(printed ?? {});
  });
});

/** Writings of the same label that are as legal as the ones that were seen. */
const zpl = parcel('42761900011');
const label = [read('42761900011')];
const base64 = Buffer.from(zpl).toString('base64');
const declaration = () => pdfOf(['DECLARACAO'], 'a4');

const writings: [string, LabelFormat, () => Promise<Buffer>, Sample['printed']][] = [
  [
    'a ZIP in a ZIP',
    'zpl',
    async () => zipOf({ 'a.zip': zipOf({ 'b.txt': zpl }), 'c.pdf': await declaration() }),
    { zpl: label },
  ],
  ['gzip in a ZIP', 'zpl', async () => zipOf({ 'a.txt.gz': gzipSync(zpl) }), { zpl: label }],
  ['UTF-16 without a byte order mark', 'zpl', async () => Buffer.from(zpl, 'utf16le'), { zpl: label }],
  [
    'UTF-16 in the other byte order',
    'zpl',
    async () => Buffer.from(`\ufeff${zpl}`, 'utf16le').swap16(),
    { zpl: label },
  ],
  [
    'UTF-16 in the other byte order, without a mark',
    'zpl',
    async () => Buffer.from(zpl, 'utf16le').swap16(),
    { zpl: label },
  ],
  [
    'lines that end as on Windows',
    'zpl',
    () => utf8(`\r\n\r\n${zpl.replaceAll('^FS', '^FS\r\n')}\r\n`),
    { zpl: label },
  ],
  [
    'Base64 of the alphabet for addresses',
    'zpl',
    () => utf8(base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')),
    { zpl: label },
  ],
  ['Base64 in lines', 'zpl', () => utf8(base64.replaceAll(/.{76}/g, '$&\r\n')), { zpl: label }],
  ['a data address', 'zpl', () => utf8(`data:application/zpl;base64,${base64}`), { zpl: label }],
  [
    'a data address in JSON',
    'zpl',
    () => utf8(JSON.stringify({ label: `data:text/plain;base64,${base64}` })),
    { zpl: label },
  ],
  ['a text of JSON', 'zpl', () => utf8(JSON.stringify(zpl)), { zpl: label }],
  [
    'several labels in a list of JSON',
    'zpl',
    () =>
      utf8(
        JSON.stringify({
          labels: ['BR21A', 'BR22B', 'BR22B'].map((code) => ({
            zpl: Buffer.from(parcel(code)).toString('base64'),
          })),
        }),
      ),
    { zpl: [read('BR21A'), read('BR22B')] },
  ],
  [
    'several PDFs in a list of JSON',
    'pdf',
    async () =>
      utf8(
        JSON.stringify([
          (await pdfOf(['BR23C'], 'label')).toString('base64'),
          (await pdfOf(['BR24D'], 'label')).toString('base64'),
        ]),
      ),
    { pdf: ['BR23C', 'BR24D'] },
  ],
  [
    'a PDF on A4 alone, where commands were asked for',
    'zpl',
    () => pdfOf(['BR25E'], 'a4'),
    { pdf: ['BR25E'] },
  ],
  [
    'a PDF on A4 in JSON, where commands were asked for',
    'zpl',
    async () => utf8(JSON.stringify({ pdf: (await pdfOf(['BR26F'], 'a4')).toString('base64') })),
    { pdf: ['BR26F'] },
  ],
  [
    'commands beside a PDF of the label, which was asked for',
    'pdf',
    async () =>
      zipOf({ 'a.txt': zpl, 'a.pdf': await pdfOf(['BR27G'], 'label'), 'b.pdf': await declaration() }),
    { pdf: ['BR27G'] },
  ],
  [
    'commands beside a PDF of the label',
    'zpl',
    async () => zipOf({ 'a.pdf': await pdfOf(['BR28H'], 'label'), 'a.txt': zpl }),
    { zpl: label },
  ],
  [
    'commands beside a declaration, where a PDF was asked for',
    'pdf',
    async () => zipOf({ 'a.pdf': await declaration(), 'a.txt': zpl }),
    { zpl: label },
  ],
  [
    'commands framed by a printer driver',
    'zpl',
    () => utf8(`<xpml><page quantity='0' pitch='150.0 mm'></xpml>${zpl}<xpml></page></xpml>`),
    { zpl: label },
  ],
  ['commands that let a driver pass them on', 'zpl', () => utf8(`\${${zpl}}$`), { zpl: label }],
  [
    'a graphic of hexadecimal digits in lower case',
    'zpl',
    async () =>
      Buffer.from(
        (await graphicData('BR29I', 'hex'))
          .toLowerCase()
          .replace(/^/, '^xa^fo0,0^gfa,30600,')
          .concat('^fs^xz'),
      ),
    { zpl: [onlyCode('BR29I')] },
  ],
  ['settings of bars without any', 'zpl', () => utf8('^XA^BY3,3,160^FS^XZ'), null],
  ['an image of GIF', 'pdf', async () => Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), null],
  ['an empty answer', 'pdf', async () => Buffer.alloc(0), null],
];

describe('the same label in other valid encodings', () => {
  test.each(writings)('%s', async (_name, asked, bytes, printed) => {
    expect(await printedBy(await bytes(), asked)).toEqual(printed ?? {});
  });

  test.each([
    ['an image that is stored as PNG', `~DYR:LOGO,B,P,4,,:B64:${base64}:0000^XA^FO0,0^IMR:LOGO.PNG^FS^XZ`],
    ['an image that is loaded under the field', '~DGR:A.GRF,2,1,FFFF^XA^ILR:A.GRF^FS^XZ'],
    ['a stored format that is recalled', '^XA^DFR:A.ZPL^FS^FO0,0^GB9,9,9^FS^XZ^XA^XFR:A.ZPL^FS^XZ'],
  ])('%s is kept as it was sent', async (_name, text) => {
    expect((await readLabelDocument(Buffer.from(text), 'zpl')).zpl?.toString()).toBe(text);
  });
});
