import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { noSaleTerms } from '#contract/advertisements/sale-terms.ts';
import { api } from '#contract/index.ts';
import { queryClient } from '../../queries.ts';
import { itemOf, sampleOf } from '../../test/sample.ts';
import { problem, renderScreen } from '../../ui/render-screen.tsx';
import { account, at, category, mug, openPublish } from '../test/publish-stage.ts';
import { WholesaleOfPublication } from './WholesaleOfPublication.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const able = { ...account.capabilities, wholesale: { mostBands: 2, buyers: 'companies' as const } };
const variation = itemOf(api.publications.detail.response, 'variations', {
  ...{ id: 1, name: '', sku: 'S-1', gtin: '', attributes: [], components: mug.components },
  ...{ marginBasisPoints: 2000, cost: 1000, price: 2000, promotion: null, promotionMargin: null },
  ...{ priceWaits: false, fee: null, freight: null, active: true, guard: null, quantity: 8, reserved: 0 },
  ...{ quantityCap: null, pushedQuantity: 8, pushedPrice: 2000, pushedAt: at, remoteItem: 'R1' },
  ...{ remoteStatus: 'active', fulfilledByMarketplace: false, fulfillmentStock: null, link: '' },
});
const publicationWith = (changes: object = {}) =>
  sampleOf(api.publications.detail.response, {
    ...{ id: 77, name: 'Caneca', advertisement: { id: 5, name: mug.product } },
    account: { id: account.id, name: account.name, capabilities: able },
    ...{ category: { id: category.id, name: category.name }, type: 'classic', pricePerVariation: false },
    ...{ state: 'active', desiredState: 'active', remoteStatus: 'active', reasons: [] },
    ...{ floor: { basisPoints: 4000, action: 'warn' }, accountFloor: null, syncing: false, syncError: null },
    ...{ syncedAt: at, remoteItem: 'R1', link: '', editLink: '', variations: [variation], version: 3 },
    ...{ weight: 1, width: 1, height: 1, depth: 1, followsSize: false, video: '', attributes: [] },
    ...{ description: '', images: [], createdAt: at, ...noSaleTerms },
    wholesale: [{ from: 5, price: 1800, fee: null, freight: null, marginBasisPoints: 4444 }],
    ...changes,
  });

const fees = {
  body: sampleOf(api.marketplacesCategories.fees.response, {
    ...{ price: 1500, basisPoints: 0, fixed: null, total: null, freight: null, feeFrom: 'unknown' },
    taxBasisPoints: 0,
  }),
};
const show = (publication: ReturnType<typeof publicationWith>, update: object = { body: publication }) =>
  renderScreen(() => <WholesaleOfPublication publication={publication} />, {
    server: {
      'publications.detail': { body: publication },
      'publications.updateWholesale': update,
      'marketplacesCategories.fees': fees,
      'marketplacesCategories.attributes': { body: { ...category, leastWholesalePercent: 30 } },
    },
  });
const open = async () => {
  fireEvent.click(await screen.findByRole('button', { name: /preços de atacado$/ }));
  return within(await screen.findByRole('dialog', { name: 'Preços de atacado de Caneca' }));
};
const type = (label: HTMLElement | undefined, value: string) => {
  if (label) fireEvent.change(label, { target: { value } });
};

test('says each band with its margin, and sends all of them with the version of the ad', async () => {
  const { calls } = await show(publicationWith());
  await screen.findByText(/A partir de 5 un\.: R\$ 18,00 · Margem/);
  const dialog = await open();
  await dialog.findByText(/Empresas que compram com CNPJ.*O anúncio custa R\$ 20,00/);
  await dialog.findByText(/O marketplace aceita de R\$ 6,00 para cima/);
  fireEvent.click(dialog.getByRole('button', { name: 'Adicionar faixa' }));
  dialog.getByText('No máximo 2 faixas.');
  type(dialog.getAllByLabelText(/^A partir de/)[1], '10');
  type(dialog.getAllByLabelText(/^Preço por unidade/)[1], '15,00');
  await dialog.findByText(/33,3.*abaixo do piso/);
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar preços' }));
  await expect
    .poll(() => calls.find(({ endpoint }) => endpoint === 'publications.updateWholesale')?.body)
    .toEqual({
      bands: [
        { from: 5, price: 1800 },
        { from: 10, price: 1500 },
      ],
    });
});

test('a refused band is explained at its field, and what was typed stays', async () => {
  const errors = { bands: { 0: { price: [{ code: 'above_price', message: 'abaixo do anúncio' }] } } };
  await show(publicationWith(), { status: 422, body: problem(422, 'invalid', { errors }) });
  const dialog = await open();
  type((await dialog.findAllByLabelText(/^Preço por unidade/))[0], '25,00');
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar preços' }));
  await dialog.findByText('abaixo do anúncio');
  expect(dialog.getByLabelText<HTMLInputElement>(/^Preço por unidade/).value).toBe('25,00');
});

test('the last band is removed, and the dialog says that everyone pays the price of the ad', async () => {
  const { calls } = await show(publicationWith());
  const dialog = await open();
  fireEvent.click(await dialog.findByRole('button', { name: 'Tirar a faixa 1' }));
  dialog.getByText('Nenhuma faixa: todos pagam o preço do anúncio.');
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar preços' }));
  await expect
    .poll(() => calls.find(({ endpoint }) => endpoint === 'publications.updateWholesale')?.body)
    .toEqual({ bands: [] });
});

test('an ad with several prices says why it can have none', async () => {
  const other = { ...variation, id: 2, price: 3000 };
  await show(publicationWith({ wholesale: [], variations: [variation, other] }));
  await screen.findByText('Sem preços de atacado');
  const name = /^Definir preços de atacado\. .*Disponível quando todas as variações tiverem o mesmo preço/;
  fireEvent.click(await screen.findByRole('button', { name }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the form of an ad with wholesale prices says what its price must stay above', async () => {
  await openPublish({ ...account, capabilities: able }, 12, mug, publicationWith());
  await screen.findByText('Este anúncio tem preços de atacado: o preço precisa ficar acima de R$ 18,00.');
});
