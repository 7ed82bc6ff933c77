import { expect, test } from '@playwright/test';
import { countActs } from './acts.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { control } from './outside.ts';
import { connectHere, outAndBack } from './seller-story.ts';
import { register } from './supplier-story.ts';
import { enter, expectAccessible, expectText, expectToast, fill, go, press, row } from './verbs.ts';

/** From the file in the other system to ads that are linked, its account connected on the way. */
const mostActs = 15;

/** Titles as a catalogue system exports them; goods are invented. */
const catalogue = [
  'ID;Código;Descrição;Unidade;NCM;Preço;Situação;Estoque;Preço de custo;Peso bruto (Kg);GTIN/EAN;Produto Variação;Código Pai;Marca;URL Imagens Externas;Categoria do produto',
  '1;VM-1;Vaso de mudança;UN;6912.00.00;59,90;Ativo;14,00;22,35;0,8;7896000000316;PRODUTO;;Olaria;https://10.0.0.8/vaso.jpg;Casa > Vasos',
  '2;CM-2;Cesto de mudança;UN;4602.19.00;89,90;Ativo;6,00;40,10;0,5;7896000000323;PRODUTO;;Trançado;;Casa',
].join('\r\n');
const components = [
  'Cód. Referência Kit;Nome Kit;Cód. Referência;Nome SKU;Quantidade',
  'KIT-M;Kit mudança;VM-1;Vaso de mudança;1',
  'KIT-M;Kit mudança;CM-2;Cesto de mudança;2',
].join('\r\n');

test('a catalogue of another system becomes products, stock and linked ads', async ({ browser }) => {
  const actor = await enter(browser, 'pt', 'vem-de-outro@example.com');
  const { page, words } = actor;
  const { imports } = words.business;
  const { existing, successes } = words.advertisements;
  const sellerId = 655_310_965;
  const list = (ad: object) => control('POST', '/items', { sellerId, price: 59.9, quantity: 1, ...ad });
  await list({ title: 'Vaso que já vendia lá', gtin: '7896000000316' });
  await list({ title: 'Cesto que já vendia lá', gtin: '7896000000323' });
  await register(actor, {
    type: 'sales',
    business: 'Veio de Outro Sistema',
    document: '529.982.247-25',
    name: 'Vera Mudança',
  });
  const acts = await countActs(actor);

  await test.step('the file is recognized and checked, and nothing is written yet', async () => {
    await go(actor, '/business/imports/move');
    await page.locator('input[type=file]').setInputFiles([
      { name: 'produtos.csv', mimeType: 'text/csv', buffer: Buffer.from(catalogue, 'latin1') },
      { name: 'kits.csv', mimeType: 'text/csv', buffer: Buffer.from(components) },
    ]);
    await expect(row(actor, imports.kinds.products)).toContainText('Bling');
    await expect(row(actor, imports.kinds.products)).toContainText('Casa > Vasos');
    await expect(row(actor, imports.kinds.kits)).toContainText(imports.states.checked);
    await expectAccessible(actor);
  });

  await test.step('one button imports products, stock and kits, and says which picture could not be had', async () => {
    await press(actor, imports.move.apply);
    await expectText(actor, imports.move.done);
    await expectText(actor, imports.pictures.faults.address_not_public);
    await expectAccessible(actor);
  });

  await test.step('the account is connected, and its ads are linked by what they are known by', async () => {
    await page.getByRole('link', { name: imports.move.link }).click();
    await connectHere(actor, marketplaceAccounts.move);
    await page.getByRole('button', { name: marketplaceAccounts.move }).click(outAndBack);
    await expect(row(actor, 'Vaso que já vendia lá')).toContainText('Vaso de mudança', outAndBack);
    for (const title of ['Vaso que já vendia lá', 'Cesto que já vendia lá'])
      await row(actor, title).getByRole('checkbox').check();
    await press(actor, existing.linkMany);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: fill(existing.linking_other, { total: '2' }) })
      .click();
    await expectToast(actor, successes['publicationsLink.linkMany']);
  });
  test.info().annotations.push({ type: 'acts', description: `${acts.length}: ${acts.join(' · ')}` });
  expect(acts.length, acts.join(' · ')).toBeLessThanOrEqual(mostActs);
});
