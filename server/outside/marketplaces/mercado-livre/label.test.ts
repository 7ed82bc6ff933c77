import { expect, test } from 'vitest';
import { zipOf } from '../test/label-samples.ts';
import { sniff } from './label.ts';

const zpl = '^XA^FO40,40^FDEnvio^FS^XZ';

test.each([
  ['the text in a ZIP', zipOf({ 'Controle.pdf': '%PDF-1.4', 'Etiqueta de envio.txt': zpl }), 'zpl'],
  ['the text itself', Buffer.from(zpl), 'zpl'],
  ['a PDF, also where another format was requested', Buffer.from('%PDF-1.4 …'), 'pdf'],
])('reads the label: %s', async (_what, bytes, kind) => {
  expect((await sniff(bytes, 'zpl'))?.kind).toBe(kind);
});

test('a refusal behind a 200 is read as one; anything else is no label', async () => {
  const refusal = { failed_shipments: [{ shipment_id: 1, message: 'not_printable_status' }] };
  expect(await sniff(Buffer.from(JSON.stringify(refusal)), 'pdf')).toEqual({
    kind: 'refused',
    reason: 'not_ready',
  });
  for (const other of ['<html>', '{"a":1}', '{', '', zipOf({ 'Controle.pdf': '%PDF-1.4' })])
    expect(await sniff(Buffer.from(other), 'zpl')).toBeNull();
});
