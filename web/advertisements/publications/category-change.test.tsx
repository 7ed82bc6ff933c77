import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import type { CategoryAttribute } from '#contract/marketplaces/marketplace-category.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { sampleOf } from '../../test/sample.ts';
import { type Asked, renderScreen } from '../../ui/render-screen.tsx';
import { account, at, category, listOf, mug, offer, publishServer } from '../test/publish-stage.ts';
import PublishPage from './PublishPage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const attribute = (id: string, name: string, values: string[], more: Partial<CategoryAttribute> = {}) => ({
  ...{ id, name, valueType: 'list' as const, required: true, variation: false, units: [] },
  ...{
    defaultUnit: null,
    maxLength: null,
    values: values.map((value) => ({ id: `${id}-${value}`, name: value })),
  },
  ...more,
});
const settingsOf = (id: string, name: string, attributes: CategoryAttribute[]) =>
  sampleOf(api.marketplacesCategories.attributes.response, {
    ...category,
    ...{ id, name, path: [{ id, name }], attributes },
  });
const brand = attribute('BRAND', 'Marca', [], { valueType: 'string' });
const colour = attribute('COLOR', 'Cor', ['Azul', 'Verde'], { variation: true });
const cups = settingsOf('C1', 'Canecas', [
  brand,
  colour,
  attribute('CUP', 'Tipo de caneca', ['Chopp']),
  attribute('MATERIAL', 'Material', ['Aço', 'Louça']),
]);
const lamps = settingsOf('C2', 'Luminárias', [
  brand,
  attribute('MATERIAL', 'Material', ['Aço', 'Vidro']),
  attribute('VOLTAGE', 'Voltagem', ['127 V']),
  attribute('SHADE', 'Cúpula', ['Redonda'], { variation: true }),
]);
const settings = [cups, lamps];

const colourOf = (valueName: string) => ({
  ...{ id: 'COLOR', name: 'Cor', valueId: `COLOR-${valueName}`, valueName },
});
const variation = (id: number, valueName: string) => ({
  ...{ id, name: valueName, sku: `CAN-${id}`, gtin: '', attributes: [colourOf(valueName)], cost: 2990 },
  ...{ price: 5990, active: true, marginBasisPoints: 2000, remoteItem: null },
  components: [{ offer, quantity: 1, price: 2990 }],
});
/** A publication refused by the marketplace, whose category can still change. */
const refused = {
  ...{ id: 8, name: 'Caneca', account, category: { id: 'C1', name: 'Canecas' }, type: 'classic' },
  ...{
    remoteItem: null,
    pricePerVariation: false,
    wholesale: [],
    video: '',
    description: '',
    syncError: null,
  },
  ...{ weight: 0.3, width: 12, height: 10, depth: 9, followsSize: null, version: 3, createdAt: at },
  ...{ condition: 'new', warranty: null, handlingDays: null, freeShipping: false },
  attributes: [{ id: 'CUP', name: 'Tipo de caneca', valueId: 'CUP-Chopp', valueName: 'Chopp' }],
  variations: [variation(1, 'Azul'), variation(2, 'Verde')],
  images: [{ id: 7, name: 'a.jpg' }],
};

const marketplace = { id: 'm', name: 'Mercado' };
const open = (search = '', ...accounts: object[]) => {
  const publish = publishServer(account, 10, { ...mug, images: [{ id: 7, name: 'a.jpg' }] });
  return renderScreen(PublishPage, {
    screen: paths.advertisements.publish,
    at: `${paths.advertisements.publish(5)}${search}`,
    server: {
      ...publish,
      'dropshipping.detail': {
        body: { ...offer, gtin: '', attributes: {}, images: [], siblings: [], width: 9, height: 9, depth: 9 },
      },
      'marketplaceAccounts.list': listOf(...(accounts.length > 0 ? accounts : [account])),
      'marketplacesCategories.predict': { body: { items: settings } },
      'marketplacesCategories.attributes': ({ url }: Asked) => ({
        body: settings.find(({ id }) => url.pathname.includes(`/${id}/`)),
      }),
      'publications.detail': { body: refused },
      'publications.update': { body: refused },
      'advertisementsPublications.create': { body: refused },
    },
  });
};

const field = (name: string) =>
  screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}`), { selector: 'input' });
async function choose(name: string, option: string): Promise<void> {
  fireEvent.click(await field(name));
  fireEvent.click(await screen.findByText(option, { selector: '[role=option] *' }));
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const sent = (calls: Asked[], endpoint: string) =>
  waitFor(() => {
    const body = calls.find((call) => call.endpoint === endpoint)?.body;
    expect(body).toBeTruthy();
    return body;
  });
const aurora = { id: 'BRAND', name: 'Marca', valueId: null, valueName: 'Aurora' };

test('keeps and sends only values that the next category asks for too', async () => {
  const { calls } = await open();
  await screen.findByText('Canecas');
  await choose('Tipo de caneca', 'Chopp');
  await choose('Material', 'Aço');
  await choose('Varia por', 'Cor');
  await choose('Cor', 'Azul');
  await press('Trocar categoria');
  await press('Luminárias');
  expect((await field('Voltagem')).value).toBe('');
  expect((await field('Material')).value).toBe('Aço');
  expect(screen.queryByLabelText(/^Tipo de caneca/)).toBeNull();
  expect(screen.queryByLabelText(/^Cor/)).toBeNull();
  await choose('Voltagem', '127 V');
  await press('Publicar');
  expect(await sent(calls, 'advertisementsPublications.create')).toMatchObject({
    category: 'C2',
    attributes: [
      aurora,
      { id: 'MATERIAL', name: 'Material', valueId: 'MATERIAL-Aço', valueName: 'Aço' },
      { id: 'VOLTAGE', name: 'Voltagem', valueId: 'VOLTAGE-127 V', valueName: '127 V' },
    ],
    variations: [{ name: '', attributes: [] }],
  });
});

test('does not take over a value that the next category does not know', async () => {
  await open();
  await screen.findByText('Canecas');
  await choose('Material', 'Louça');
  await press('Trocar categoria');
  await press('Luminárias');
  await field('Voltagem');
  expect((await field('Material')).value).toBe('');
});

test('a publication that is not at the marketplace yet gets the attribute of its next category', async () => {
  const { calls } = await open('?publication=8');
  expect((await field('Tipo de caneca')).value).toBe('Chopp');
  await press('Trocar categoria');
  await press('Luminárias');
  await field('Voltagem');
  // The only attribute of variations in that category; each has its value.
  const shades = await screen.findAllByLabelText<HTMLInputElement>(/^Cúpula/, { selector: 'input' });
  expect(shades.map(({ value }) => value)).toEqual(['', '']);
  await press('Salvar e enviar');
  expect(await sent(calls, 'publications.update')).toMatchObject({
    category: 'C2',
    attributes: [],
    variations: {
      update: {
        1: { attributes: [{ id: 'SHADE', name: 'SHADE', valueId: null, valueName: '' }] },
        2: { attributes: [{ id: 'SHADE', name: 'SHADE', valueId: null, valueName: '' }] },
      },
    },
  });
});

test('another account has other categories', async () => {
  const mine = { ...account, marketplace };
  const other = { ...mine, id: 6, name: 'OUTRA LOJA' };
  const { calls } = await open('', mine, other);
  const check = async (name: string) =>
    fireEvent.click(await screen.findByRole('checkbox', { name: new RegExp(`^${name}`) }));
  await check(account.name);
  await screen.findByText('Canecas');
  await field('Tipo de caneca');
  await check(account.name);
  await check(other.name);
  const asked = (path: RegExp) =>
    calls.some(
      ({ endpoint, url }) => endpoint === 'marketplacesCategories.predict' && path.test(url.pathname),
    );
  await waitFor(() => expect(asked(/\/6\//)).toBe(true));
});
