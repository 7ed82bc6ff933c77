import { sampleNfe } from '#server/orders/test/nfe-sample.ts';
import type { HostileFile } from './hostile-pictures.ts';

const sample = sampleNfe({
  cnpj: '11444777000161',
  number: 7,
  issuedAt: new Date('2026-11-21T14:00:00.000Z'),
  total: 5980,
  product: 'Caneca',
  quantity: 2,
  buyer: { document: '52998224725', name: 'Carla', zip: '01310100' },
}).toString();

const lol = (levels: number) =>
  Array.from({ length: levels }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
const declared = (declaration: string, use = '&l0;') =>
  sample.replace('?>', `?>${declaration}`).replace('Caneca', `Caneca${use}`);

const texts: Record<string, string | Buffer> = {
  'a billion laughs': declared(`<!DOCTYPE x [<!ENTITY l0 "lol">${lol(9)}]>`, '&l9;'),
  'one long laugh, often': declared(
    `<!DOCTYPE x [<!ENTITY l0 "${'a'.repeat(100_000)}">]>`,
    '&l0;'.repeat(5000),
  ),
  'a file of the server': declared('<!DOCTYPE x [<!ENTITY l0 SYSTEM "file:///etc/passwd">]>'),
  'a page of the network': declared('<!DOCTYPE x [<!ENTITY l0 SYSTEM "http://127.0.0.1:1/">]>'),
  'a parameter entity': declared('<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1:1/x.dtd">%p;]>', ''),
  'a type in small letters': declared('<!doctype x [<!entity l0 "x">]>'),
  'a type from elsewhere': declared('<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">', ''),
  'a type in UTF-16': Buffer.from(`\ufeff${declared('<!DOCTYPE x [<!ENTITY l0 "x">]>')}`, 'utf16le'),
  'an entity nobody declared': sample.replace('Caneca', '&nosuch;').replace('nfeProc', 'x'),
  '100,000 levels': `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`,
  '100,000 levels without an end': '<a>'.repeat(100_000),
  '100,000 attributes': `<a ${Array.from({ length: 90_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
  'an attribute of a megabyte': `<a b="${'x'.repeat(1_000_000)}"/>`,
  'a comment without an end': `${sample}<!--`,
  'a section without an end': sample.replace('<ide>', '<ide><![CDATA['),
  'an instruction': sample
    .replace('?>', '?><?xml-stylesheet href="http://127.0.0.1:1/x.xsl"?>')
    .replace('</nfeProc>', ''),
  'an inclusion': '<x xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file:///etc/passwd"/></x>',
  'a name of the language': '<__proto__><nfeProc/></__proto__>',
  'a constructor': '<nfeProc><constructor><prototype/></constructor></nfeProc>',
  'a page': '<!doctype html><html><script>1</script></html>',
  'a drawing': '<svg xmlns="http://www.w3.org/2000/svg" onload="1"/>',
  'no XML': 'nfe',
  nothing: '',
  NUL: sample.replace('Caneca', 'a\0b').replace('<cStat>100', '<cStat>101'),
  'broken characters': Buffer.concat([
    Buffer.from('<nfeProc>'),
    Buffer.from([0xff, 0xfe, 0xc0]),
    Buffer.from('</nfeProc>'),
  ]),
  'two roots': `${sample}${sample}`,
  'another key': sample.replace(/<chNFe>\d/, '<chNFe>9'),
  'not authorised': sample.replace('<cStat>100', '<cStat>302'),
  'for tests': sample.replaceAll('<tpAmb>1', '<tpAmb>2'),
  'more than it may be': `${sample}<!--${'x'.repeat(1_048_576)}-->`,
};

/** NF-e files that are none, and how XML is used against those who read it. */
export function hostileInvoices(): HostileFile[] {
  return [
    ...Object.entries(texts).map(
      ([what, content]): HostileFile => ({
        what,
        bytes: Buffer.from(content as Buffer),
        expect: 'refused',
      }),
    ),
    ...[0.05, 0.3, 0.6, 0.95].map(
      (part): HostileFile => ({
        what: `the first ${part * 100} %`,
        bytes: Buffer.from(sample.slice(0, Math.floor(sample.length * part))),
        expect: 'refused',
      }),
    ),
  ];
}
