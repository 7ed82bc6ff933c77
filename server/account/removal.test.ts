import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeTrade } from '#server/dropshipping/test/factory.ts';
import { makePicture } from '#server/products/test/factory.ts';
import { makeSupplier } from '#server/supply/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { dumpTables } from '#server/test/dump-tables.ts';
import { codeAt } from './sign-in/second-step.ts';
import { makeAuthenticator } from './test/authenticator.ts';
import { goodPassword, registerActive, signInByHeader } from './test/factory.ts';
import { startInbox } from './test/inbox.ts';

const inbox = await startInbox();
const app = await testApp({ SMTP_URL: inbox.url });
const name = 'Quitéria Sandoval Bragança';

async function member(change = {}) {
  const email = await registerActive(app, inbox, { name, ...change });
  return { email, me: app.withToken((await signInByHeader(app, email)).token) };
}
const body = { password: goodPassword };

/** Everything stored, past the policies; sent mails stay in the queue until it deletes its completed jobs. */
async function dumpAll(): Promise<string> {
  await app.drain();
  await app.owner.query(`delete from pgboss.job where state = 'completed'`);
  await app.owner.query(`do $$ declare target regclass; begin
    for target in select c.oid::regclass from pg_class c where c.relrowsecurity and c.relforcerowsecurity loop
      execute format('alter table %s no force row level security', target);
    end loop; end $$`);
  return await dumpTables(app.owner);
}

test('deleting the only owner ends the business and leaves the person only in the mails sent to them', async () => {
  const { email, me } = await member();
  const { business } = await me.call(api.auth.session);
  const boss = await app.join('sales');
  await boss.call(api.staff.create, { body: { email, roles: ['seller'] } });
  await app.drain();
  const { bytes } = await me.download(api.user.download);
  expect(JSON.parse(bytes.toString())).toMatchObject({ profile: { email, name } });
  expect((await me.refused(api.user.remove, { body: { password: 'wrong password 12' } })).code).toBe(
    'password_wrong',
  );
  expect((await me.call(api.user.removal)).businesses).toEqual([
    {
      id: business?.id,
      name: business?.name,
      ends: { openSales: 0, unpaidInvoices: 0, openBalances: 0, publications: 0, offers: 0 },
    },
  ]);
  await me.call(api.user.remove, { body });
  await app.drain();
  expect(inbox.latest(email).subject).toBe('Sua conta do Easy foi excluída');
  expect((await me.refused(api.auth.session)).code).toBe('unauthenticated');
  const again = { body: { email, password: goodPassword } };
  expect((await app.anonymous.refused(api.auth.signIn, again)).code).toBe('sign_in_failed');
  const dump = await dumpAll();
  expect(dump.split('\n').filter((line) => line.includes(email))).toEqual([]);
  expect(dump.split('\n').filter((line) => line.includes(name))).toEqual([]);
  expect(await app.rows(business?.id ?? 0, 'select id from staff')).toEqual([]);
  // The address is free again.
  await registerActive(app, inbox, { email });
});

test('deleting a person removes their name from keys, audit entries, files, pictures and views', async () => {
  const { email, me } = await member();
  const boss = await app.hire((await me.call(api.auth.session)).business?.id ?? 0, ['owner']);
  const expiresOn = '2027-02-01';
  await me.call(api.apiKeys.create, { body: { name: `ERP de ${name}`, role: 'packer', expiresOn } });
  await boss.call(api.apiKeys.create, {
    body: { name: `quiteria sandoval-braganca`, role: 'packer', expiresOn },
  });
  const plain = await boss.call(api.apiKeys.create, { body: { name: 'ERP', role: 'packer', expiresOn } });
  const picture = async (title: string) => ({ name: `${title}.png`, bytes: await makePicture(64, 48) });
  await me.call(api.images.create, {
    files: [await picture('selfie_Quitéria'), await picture('caneca-azul')],
  });
  const { id } = await makeSupplier(me);
  const paper = { name: 'rg quiteria.pdf', bytes: Buffer.from('%PDF-1.4 rg') };
  await me.call(api.suppliers.addDocument, { params: { id }, files: [paper] });
  const sheet = { name: 'planilha da quiteria.csv', bytes: Buffer.from('Produto\nCaneca') };
  await me.call(api.imports.create, { body: { kind: 'products' }, files: [sheet] });
  await me.call(api.savedViews.create, { body: { list: 'products', name: 'Da Quitéria', query: 'x' } });
  await me.call(api.user.remove, { body });
  const mentions = (await dumpAll()).split('\n').filter((line) => /quit[ée]ria/i.test(line));
  expect(mentions).toEqual([]);
  const { items } = await boss.call(api.apiKeys.list);
  expect(items.find((key) => key.id === plain.id)?.name).toBe('ERP');
  expect((await boss.call(api.images.list)).items.map((image) => image.name)).toContain('caneca-azul');
  const made = await boss.call(api.audit.list, { query: { query: 'act:create kind:apiKeys' } });
  expect(made.items).toHaveLength(3);
  expect(email).not.toBe('');
});

test('deleting an account requires the second step, and deletes it with its passkeys', async () => {
  const { me } = await member();
  const { user, business } = await me.call(api.auth.session);
  const { secret } = await me.call(api.auth.setupOtp);
  const code = () => codeAt(secret, app.clock.now());
  await me.call(api.auth.activateOtp, { body: { token: code() } });
  expect((await me.refused(api.user.remove, { body })).errors).toHaveProperty('token');
  const authenticator = makeAuthenticator(app.env.appUrl);
  const credential = authenticator.create(await me.call(api.passkeys.prepare));
  await me.call(api.passkeys.create, { body: { name: 'Chave da Quitéria', credential } });
  const held = await me.download(api.user.download);
  expect(JSON.parse(held.bytes.toString())).toMatchObject({ passkeys: [{ name: 'Chave da Quitéria' }] });
  const passkey = authenticator.prove(await me.call(api.passkeys.requestProof));
  await me.call(api.user.remove, { body: { ...body, passkey } });
  expect((await me.refused(api.auth.session)).code).toBe('unauthenticated');
  const asThem = { userId: user.id, businessId: business?.id ?? 0 };
  const tables = ['two_step_secrets', 'recovery_codes', 'second_step_failures', 'passkeys'] as const;
  for (const table of [...tables, 'passkey_challenges'] as const)
    expect(
      await app.database.transact(asThem, (tx) => tx.db.selectFrom(table).select('user_id').execute()),
    ).toEqual([]);
});

test('a business with several owners continues, and one that others depend on does not end', async () => {
  const { email, me } = await member();
  const id = (await me.call(api.auth.session)).business?.id ?? 0;
  const partner = await app.hire(id, ['owner']);
  expect((await me.call(api.user.removal)).businesses[0]?.ends).toBeNull();
  await me.call(api.user.remove, { body });
  expect((await partner.call(api.staff.list)).items.map(({ email }) => email)).toEqual([partner.email]);
  expect((await partner.call(api.auth.session)).business?.id).toBe(id);
  expect(email).not.toBe('');
});

test('an owner ends a business by its name if nothing is open, and everybody has left it', async () => {
  const trade = await makeTrade(app);
  await trade.closedInvoice();
  const { supplier, seller } = trade;
  const named = async (person: typeof seller) => ({
    body: { name: (await person.call(api.business.detail)).name },
  });
  expect((await supplier.refused(api.business.remove, await named(supplier))).code).toBe('business_busy');
  const owner = await app.join('sales');
  const packer = await app.hire(owner.businessId, ['packer']);
  expect((await packer.refused(api.business.remove, await named(owner))).code).toBe('forbidden');
  expect((await owner.refused(api.business.remove, { body: { name: 'Outra' } })).errors).toHaveProperty(
    'name',
  );
  await owner.call(api.business.remove, await named(owner));
  expect((await packer.refused(api.products.list)).code).toBe('forbidden');
  expect((await owner.call(api.auth.session)).business).toBeNull();
});
