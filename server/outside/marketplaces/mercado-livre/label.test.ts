import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { RemoteFailure } from '../../http.ts';
import { sniff } from './label.ts';

const zpl = '^XA^FO40,40^FDEnvio^FS^XZ';
const zip = (entries: Record<string, Uint8Array>) => Buffer.from(zipSync(entries));

describe('what a label is, by its bytes', () => {
  test.each([
    [
      'the text in a ZIP',
      zip({ 'Controle.pdf': strToU8('%PDF-1.4'), 'Etiqueta de envio.txt': strToU8(zpl) }),
      'zpl',
    ],
    ['the text itself', Buffer.from(zpl), 'zpl'],
    ['a PDF', Buffer.from('%PDF-1.4 …'), 'pdf'],
  ])('%s', (_what, bytes, kind) => {
    expect(sniff(bytes)?.kind).toBe(kind);
  });

  test('a refusal behind a 200 is read as one; anything else is no label', () => {
    const refusal = { failed_shipments: [{ shipment_id: 1, message: 'not_printable_status' }] };
    expect(sniff(Buffer.from(JSON.stringify(refusal)))).toEqual({
      kind: 'refused',
      reason: 'not_ready',
    });
    for (const other of ['<html>', '{"a":1}', '{', '', zip({ 'Controle.pdf': strToU8('%PDF-1.4') })])
      expect(sniff(Buffer.from(other))).toBeNull();
  });
});

describe('a ZIP that is more than a label', () => {
  const megabyte = new Uint8Array(1024 * 1024);
  const many = zip(Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`${n}.txt`, megabyte])));

  test('all entries together are bounded', () => {
    expect(() => sniff(many)).toThrow(RemoteFailure);
    expect(() => sniff(many)).toThrow(`more than ${5 * megabyte.length} bytes`);
  });

  test('the size that an entry names is not believed', () => {
    const lying = zip({ 'Etiqueta.txt': new Uint8Array(30 * 1024 * 1024) });
    lying.writeUInt32LE(100, 22);
    lying.writeUInt32LE(100, lying.indexOf('PK\x01\x02') + 24);
    expect(() => sniff(lying)).toThrow(/more than/);
  });

  test('more entries than any label has are refused', () => {
    const entries = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`${n}.png`, strToU8('x')]));
    expect(() => sniff(zip(entries))).toThrow(/more than/);
  });

  test('what is cut off or no ZIP is a fault of the outside', () => {
    expect(() => sniff(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60, 255)]))).not.toThrow(
      TypeError,
    );
    expect(sniff(many.subarray(0, 20))).toBeNull();
  });
});
