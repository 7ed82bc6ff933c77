import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeSupplier } from '#server/supply/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');
const vendor = await makeSupplier(owner);

it('stores a PDF of a vendor unchanged, and refuses a file that is not a document', async () => {
  const params = { id: vendor.id };
  const bytes = Buffer.from('%PDF-1.4\n%%EOF\n');
  const made = await owner.call(api.suppliers.addDocument, {
    params,
    files: [{ name: 'tabela.pdf', bytes }],
  });
  expect(made).toMatchObject({ name: 'tabela.pdf', contentType: 'application/pdf', invoice: null });
  const file = await owner.download(api.suppliers.downloadDocument, { params: { id: made.id } });
  expect(file.bytes).toEqual(bytes);
  const wrong = { params, files: [{ name: 'a.pdf', bytes: Buffer.from('<html>') }] };
  expect((await owner.refused(api.suppliers.addDocument, wrong)).code).toBe('unsupported_media_type');
  expect((await owner.refused(api.suppliers.addDocument, { params })).code).toBe('file_required');
  const stranger = await app.join('supply');
  const theirs = await stranger.refused(api.suppliers.addDocument, {
    params,
    files: [{ name: 'a.pdf', bytes }],
  });
  expect(theirs.code).toBe('not_found');
  expect((await owner.call(api.suppliers.documents, { params })).total).toBe(1);
});

it('removing a document of a vendor frees its storage, and is refused to another business', async () => {
  const supplier = await makeSupplier(owner);
  const kept = () =>
    app.rows(owner.businessId, 'select count(*)::int as files, sum(bytes)::int as bytes from files');
  const before = await kept();
  const made = await owner.call(api.suppliers.addDocument, {
    params: { id: supplier.id },
    files: [{ name: 'b.pdf', bytes: Buffer.from('%PDF-1.4 b') }],
  });
  const paper = { params: { id: made.id } };
  const stranger = await app.join('supply');
  expect((await stranger.refused(api.suppliers.removeDocument, paper)).code).toBe('not_found');
  await owner.call(api.suppliers.removeDocument, paper);
  expect((await owner.refused(api.suppliers.removeDocument, paper)).code).toBe('not_found');
  expect((await owner.refused(api.suppliers.downloadDocument, paper)).code).toBe('not_found');
  expect(await kept()).toEqual(before);
});
