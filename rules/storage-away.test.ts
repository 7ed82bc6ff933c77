import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { messages } from '#contract/messages/index.ts';
import { sampleNfe } from '#server/orders/test/nfe-sample.ts';
import { makePicture } from '#server/products/test/factory.ts';
import { requestOf, testApp } from '#server/test/app.ts';
import { makeUploadWorld } from '../fuzz/upload-world.ts';
import { endpoints } from './endpoints.ts';

/** A bucket, as far as files need one; with `refuses` it answers like an overloaded store. */
const objects = new Map<string, Buffer>();
let refuses = false;
const bucket = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const key = (request.url ?? '').split('?')[0] ?? '';
  if (refuses) {
    response.writeHead(503, { 'content-type': 'application/xml' });
    return response.end(
      '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
    );
  }
  if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks));
  if (request.method === 'DELETE') objects.delete(key);
  const found = objects.get(key);
  response.writeHead(found ? 200 : request.method === 'DELETE' ? 204 : 404);
  return response.end(request.method === 'GET' ? found : undefined);
});
await new Promise<void>((started) => bucket.listen(0, '127.0.0.1', started));
afterAll(() => bucket.close());

const app = await testApp({
  LOG_LEVEL: 'silent',
  S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
  S3_BUCKET: 'easy-files',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
});
const { seller, about, senders } = await makeUploadWorld(app);

const picture = await makePicture();
const statement = Buffer.from(
  'OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>341<ACCTID>1</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120<TRNAMT>1.00<FITID>1<NAME>Ana</STMTTRN></BANKTRANLIST></STMTRS></OFX>',
);
const { document } = await seller.call(api.business.detail);
const nfe = (cnpj: string, number: number, buyer: string) =>
  sampleNfe({
    ...{
      cnpj,
      number,
      issuedAt: app.clock.now(),
      total: 5980,
      product: 'Caneca',
      quantity: 2,
      code: 'CAN-1',
    },
    buyer: { document: buyer, name: 'Ana', zip: '01001000' },
  });
const { items: requests } = await seller.call(api.supplyRequests.list);
const vendor = await seller.call(api.suppliers.detail, { params: { id: requests[0]?.supplier.id ?? 0 } });
const files = [
  { name: 'foto.png', bytes: picture, contentType: 'image/png' },
  { name: 'nota.xml', bytes: nfe(document, 1, '52998224725'), contentType: 'application/xml' },
  { name: 'compra.xml', bytes: nfe(vendor.document, 2, document), contentType: 'application/xml' },
  { name: 'extrato.ofx', bytes: statement, contentType: 'application/x-ofx' },
  { name: 'produtos.csv', bytes: Buffer.from('Nome;SKU\nCaneca;CAN-1\n'), contentType: 'text/csv' },
];

type File = (typeof files)[number];

const uploading = endpoints.filter(({ endpoint }) => endpoint.files);
/** They read a file and return its content. */
const storesNothing = [
  'supplyRequests.readInvoice',
  'bankStatements.look',
  'bankStatements.create',
  'payoutFiles.look',
  'payoutFiles.create',
];

// The owner reads the rows of every business.
await app.owner.query(`do $$ declare name text; begin
  for name in select oid::regclass::text from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
  loop execute format('alter table %s no force row level security', name); end loop; end $$`);

/** Every stored object of the product, except removals that are recorded before bytes are stored. */
async function everything(): Promise<string> {
  const { rows } = await app.owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> 'file_removals' order by 1`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const found = await app.owner.query<{ text: string }>(`select t::text as text from ${name} t order by 1`);
    texts.push(name, ...found.rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

describe('an upload while the file store refuses', () => {
  test.each(uploading)(
    '$name answers 503 with a message, changes nothing, and succeeds at a retry',
    async ({ name, endpoint }) => {
      const besides = about[name]?.();
      const send = async (file: File, key: string) => {
        const request = requestOf(endpoint, { ...besides, files: [file] }, (senders[name] ?? seller).token);
        return app.http.inject({ ...request, headers: { ...request.headers, 'idempotency-key': key } });
      };
      let refused: File | undefined;
      for (const file of files) {
        const before = await everything();
        refuses = true;
        const answer = await send(file, `${name}-${file.name}-away`);
        refuses = false;
        if (answer.statusCode < 500) continue;
        refused = file;
        expect(answer.json()).toMatchObject({
          status: 503,
          code: 'storage_unavailable',
          detail: messages.pt.errors.storage_unavailable,
        });
        expect(answer.headers['retry-after']).toBe('2');
        expect(await everything()).toBe(before);
        break;
      }
      expect(refused === undefined).toBe(storesNothing.includes(name));
      if (!refused) return;
      // The key of the refused call is free again. Another upload may have got in its way meanwhile.
      const again = await send(refused, `${name}-${refused.name}-away`);
      if (again.statusCode >= 300)
        expect(again.json()).toMatchObject({ status: 409, code: expect.not.stringMatching('in_progress') });
    },
  );
});
