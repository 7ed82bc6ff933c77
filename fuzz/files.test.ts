import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { errorStatus } from '#contract/errors.ts';
import { api } from '#contract/index.ts';
import { removeFile } from '#server/business/files/kept-file.ts';
import { payment } from '#server/dropshipping/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { type Person, requestOf, type TestApp, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { hostileInvoices } from './hostile-invoices.ts';
import {
  goodPictures,
  type HostileFile,
  hostileNames,
  hostilePictures,
  mark,
  photograph,
} from './hostile-pictures.ts';
import { judgeProblem } from './oracle.ts';
import { makeUploadWorld } from './upload-world.ts';
import { endpoints } from './world.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeUploadWorld>>;
let seller: Person;
let invoiceId: number;
let pictures: HostileFile[];

beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: 'silent' });
  world = await makeUploadWorld(app);
  ({ seller, invoiceId } = world);
  pictures = await hostilePictures();
});

const uploading = endpoints.filter(({ endpoint }) => endpoint.files);

function upload(name: string, endpoint: EndpointDefinition, bytes: Buffer, fileName = 'foto.png') {
  const files = [{ name: fileName, bytes, contentType: 'image/png' }];
  return app.http.inject(requestOf(endpoint, { ...world.about[name]?.(), files }, seller.token));
}

/** Bytes that lie where files live. */
function stored(): string[] {
  const folder = app.env.storage.folder ?? '';
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(-64))
    .sort();
}

async function storageOf(person: Person): Promise<number> {
  const [row] = await app.rows(
    person.businessId,
    `select storage_bytes from businesses where id = ${person.businessId}`,
  );
  return Number(row?.storage_bytes);
}

async function judgeUpload(name: string, endpoint: EndpointDefinition, file: HostileFile): Promise<string[]> {
  const before = { files: stored().length, bytes: await storageOf(seller) };
  const answer = await upload(name, endpoint, file.bytes);
  const faults: string[] = [];
  if (answer.statusCode >= 500) faults.push(`${answer.statusCode}`);
  else if (answer.statusCode >= 300) {
    faults.push(...judgeProblem(answer));
    if (file.expect === 'redrawn') faults.push(`refused: ${answer.body}`);
    if (name === 'images.create' && stored().length !== before.files) faults.push('left bytes behind');
    if ((await storageOf(seller)) !== before.bytes) faults.push('counted what it refused');
  } else if (file.expect === 'refused') faults.push('taken');
  return faults.map((fault) => `${name}: ${file.what}: ${fault}`);
}

describe('hostile files', () => {
  test('sends about two hundred files, to every endpoint that accepts files', () => {
    expect(pictures.length + hostileInvoices().length + hostileNames.length).toBeGreaterThan(200);
    expect(uploading.map(({ name }) => name).sort()).toEqual(Object.keys(world.about).sort());
  });

  test('refuses a hostile picture or encodes it again, in bounded memory', { timeout: 120_000 }, async () => {
    let peak = 0;
    const base = process.memoryUsage().rss;
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 10);
    const faults: string[] = [];
    for (const file of pictures)
      faults.push(...(await judgeUpload('images.create', api.images.create, file)));
    clearInterval(timer);
    expect(faults).toEqual([]);
    expect((peak - base) / 1e6).toBeLessThan(512);
  });

  test('keeps only the pixels of a picture file', async () => {
    for (const bytes of [
      await photograph(),
      ...pictures.filter((file) => file.mark).map((file) => file.bytes),
    ]) {
      const [image] = (await seller.call(api.images.create, { files: [{ name: 'x.png', bytes }] })).items;
      const kept = await seller.download(api.images.file, { params: { id: image?.id ?? 0 } });
      expect(kept.bytes.includes(mark)).toBe(false);
      const { exif, xmp, icc, format } = await sharp(kept.bytes).metadata();
      expect([exif, xmp, icc, format]).toEqual([undefined, undefined, undefined, 'webp']);
    }
  });

  test('hostile file names are stored as text and never used as a path', async () => {
    const { png = Buffer.alloc(0) } = await goodPictures();
    for (const name of hostileNames) {
      const answer = await upload('images.create', api.images.create, png, name);
      expect([name, answer.statusCode < 500]).toEqual([name, true]);
      if (answer.statusCode >= 300) continue;
      const [image] = answer.json<{ items: { name: string }[] }>().items;
      expect(image?.name).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u);
      expect(image?.name.length).toBeLessThanOrEqual(120);
    }
    for (const path of stored()) expect(path).toMatch(/^[0-9a-f]{64}$/);
  });

  test('removes the location from photographs and refuses other documents by their content', async () => {
    const faults: string[] = [];
    for (const file of pictures) {
      const start = file.bytes.toString('latin1', 0, 8);
      const isOpen = /^(%PDF-|\x89PNG|\xff\xd8\xff)/.test(start) && file.expect !== 'refused';
      const expect = isOpen || start.startsWith('%PDF-') ? 'either' : 'refused';
      faults.push(...(await judgeUpload('dropinvoices.pay', api.dropinvoices.pay, { ...file, expect })));
    }
    expect(faults).toEqual([]);
  });

  test('a bank statement is never a picture or an invoice, and none of its characters stops the reader', async () => {
    const faults: string[] = [];
    const statement = (name: string) =>
      Buffer.from(
        `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>341<ACCTID>1</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120<TRNAMT>1.00<FITID>1<NAME>${name}</STMTTRN></BANKTRANLIST></STMTRS></OFX>`,
      );
    const hostile = [
      'a&#0;b',
      'a\0b',
      '&#99999;',
      '<'.repeat(50_000),
      '<NAME'.repeat(20_000),
      ' '.repeat(200_000),
    ];
    const files: HostileFile[] = [
      ...[...pictures, ...hostileInvoices()].map((file) => ({ ...file, expect: 'refused' as const })),
      ...hostile.map((name, at) => ({
        what: `name ${at}`,
        bytes: statement(name),
        expect: 'either' as const,
      })),
    ];
    for (const file of files)
      faults.push(...(await judgeUpload('bankStatements.create', api.bankStatements.create, file)));
    expect(faults).toEqual([]);
  });

  test('encodes a photographed proof again', async () => {
    const files = [{ name: 'comprovante.jpg', bytes: await photograph(), contentType: 'image/jpeg' }];
    const invoice = await seller
      .call(api.dropinvoices.editProof, { params: { id: invoiceId }, body: payment(), files })
      .catch(() => seller.call(api.dropinvoices.pay, { params: { id: invoiceId }, body: payment(), files }));
    expect(invoice.id).toBe(invoiceId);
    const kept = await seller.download(api.dropinvoices.proof, { params: { id: invoiceId } });
    expect(kept.contentType).toBe('image/webp');
    expect(kept.bytes.includes(mark)).toBe(false);
    expect((await sharp(kept.bytes).metadata()).exif).toBeUndefined();
  });

  test('an NF-e with entities, a bomb or false totals is refused with the reason', async () => {
    const faults: string[] = [];
    for (const file of hostileInvoices()) {
      // The processor's time: how long it takes by the clock depends on what else the machine does.
      const begun = process.cpuUsage();
      faults.push(...(await judgeUpload('orders.sendInvoice', api.orders.sendInvoice, file)));
      const { user, system } = process.cpuUsage(begun);
      if (user + system > 1_000_000) faults.push(`${file.what}: ${Math.round((user + system) / 1000)} ms`);
    }
    expect(faults).toEqual([]);
  });

  test('refuses too many and too large files with their own codes', async () => {
    const { png = Buffer.alloc(0) } = await goodPictures();
    const files = Array.from({ length: 13 }, (_, n) => ({ name: `${n}.png`, bytes: png }));
    const many = await seller.refused(api.images.create, { files });
    const big = await seller.refused(api.dropinvoices.pay, {
      ...world.about['dropinvoices.pay']?.(),
      files: [{ name: 'x.pdf', bytes: Buffer.alloc(6_000_000, '%PDF-') }],
    } as never);
    expect([many.code, big.code]).toEqual(['image_too_big', 'payload_too_large']);
    expect(many.status).toBe(errorStatus.image_too_big);
  });

  test('removes stored bytes that no row names', async () => {
    app.clock.advance(120);
    for (const { business_id: businessId, sha256 } of [
      ...(await app.rows(seller.businessId, 'select business_id, sha256 from file_removals')),
    ])
      await removeFile(jobOf(app), { businessId, sha256 });
    const businesses = await app.rows(seller.businessId, 'select id from businesses');
    const kept = new Set<string>();
    for (const { id } of businesses)
      for (const row of await app.rows(Number(id), 'select sha256 from files')) kept.add(String(row.sha256));
    expect(stored().filter((hash) => !kept.has(hash))).toEqual([]);
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });
});
