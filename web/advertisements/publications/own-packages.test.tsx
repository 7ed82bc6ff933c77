import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { PackageSize } from '#contract/advertisements/package-size.ts';
import { api } from '#contract/index.ts';
import { queryClient } from '../../queries.ts';
import { itemOf, sampleOf } from '../../test/sample.ts';
import { account, at, category, mug, offer, openPublish } from '../test/publish-stage.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const color = itemOf(api.marketplacesCategories.attributes.response, 'attributes', {
  ...{ id: 'COLOR', name: 'Cor', valueType: 'string', required: false, variation: true },
  ...{ values: [], units: [], defaultUnit: null, maxLength: null },
});
const shop = {
  ...account,
  capabilities: { ...account.capabilities, pricesDiffer: true, packagesDiffer: true },
};
const part = (id: number, name: string) => ({
  ...{ id, offer: { id, name }, sku: name, supplier: { id: 2, name: 'Aurora' }, warehouseId: 3 },
  ...{ quantity: 1, price: 2990, available: 8, active: true, held: false },
});
const pair = {
  ...mug,
  ...{ asVariations: true, weight: 9, components: [part(9, 'P'), part(10, 'GG')] },
};
const sizes = {
  9: { weight: 0.4, width: 12, height: 11, depth: 9 },
  10: { weight: 9, width: 40, height: 30, depth: 20 },
};

const row = (name: string) => screen.findByRole('group', { name: `Embalagem: ${name}` });
const field = async (name: string, label: RegExp) =>
  within(await row(name)).getByRole<HTMLInputElement>('textbox', { name: label });
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });

const open = () =>
  openPublish(shop, undefined, pair, null, {
    'dropshipping.detail': ({ url }) => {
      const id = url.pathname.split('/').at(-1) ?? '';
      const at = { gtin: '', attributes: { Cor: id === '9' ? 'P' : 'GG' }, images: [], siblings: [] };
      return { body: { ...offer, ...at, ...sizes[id === '9' ? 9 : 10], id: Number(id) } };
    },
    'marketplacesCategories.attributes': { body: { ...category, attributes: [color] } },
    'advertisementsPublications.create': { status: 201, body: { id: 12, version: 1 } },
  });

/** The first in the parcel of the ad, the second in its own. */
function savedPair() {
  const published = (id: number, name: string, size: PackageSize | null) =>
    itemOf(api.publications.detail.response, 'variations', {
      ...{ id, name, sku: name, gtin: '', components: pair.components.slice(0, 1), package: size },
      attributes: [{ id: 'COLOR', name: 'Cor', valueId: null, valueName: name }],
      ...{ marginBasisPoints: 2000, cost: 2990, price: 5990, promotion: null, promotionMargin: null },
      ...{ fee: 600, freight: 0, guard: null, quantityCap: null, pushedAt: at, remoteItem: 'R1' },
    });
  return sampleOf(api.publications.detail.response, {
    ...{ id: 77, name: 'Caneca', account: { ...shop }, category, attributes: [], images: mug.images },
    ...{ weight: 0.4, width: 12, height: 11, depth: 9, remoteItem: 'R1', createdAt: at, syncError: null },
    ...{ condition: 'new', warranty: null, handlingDays: null, freeShipping: null },
    variations: [published(1, 'P', null), published(2, 'GG', sizes[10])],
  });
}

test('variations of products with other sizes begin with theirs, and the largest is that of the ad', async () => {
  const { calls } = await open();
  expect((await field('P', /^Peso/)).value).toBe('0,4');
  expect((await field('GG', /^Largura/)).value).toBe('40');
  type(await field('P', /^Profundidade/), '9,5');
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  const sent = () => calls.find(({ endpoint }) => endpoint === 'advertisementsPublications.create')?.body;
  await waitFor(() => expect(sent()).toBeDefined());
  expect(sent()).toMatchObject({
    ...{ weight: 9, width: 40, height: 30, depth: 20 },
    variations: [{ package: { weight: 0.4, width: 12, height: 11, depth: 9.5 } }, { package: sizes[10] }],
  });
  // The freight of each is asked with its own parcel.
  const asked = calls.filter(({ endpoint }) => endpoint === 'marketplacesCategories.price');
  expect(new Set(asked.map(({ url }) => url.searchParams.get('weight')))).toEqual(new Set(['0.4', '9']));
});

test('one parcel for all again sends none for a variation; what was typed comes back with the switch', async () => {
  const { calls } = await open();
  type(await field('P', /^Peso/), '0,7');
  const own = screen.getByRole('switch', { name: /^Uma embalagem para cada variação/ });
  fireEvent.click(own);
  expect(screen.queryByRole('group', { name: /^Embalagem: / })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Peso/ }).value).toBe('9');
  fireEvent.click(own);
  expect((await field('P', /^Peso/)).value).toBe('0,7');
  fireEvent.click(own);
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  const sent = () => calls.find(({ endpoint }) => endpoint === 'advertisementsPublications.create')?.body;
  await waitFor(() => expect(sent()).toBeDefined());
  expect(sent()).toMatchObject({ weight: 9, variations: [{ package: null }, { package: null }] });
});

test('without a change of a parcel, none is sent', async () => {
  const publication = savedPair();
  const { calls } = await openPublish(shop, undefined, pair, publication, {
    'publications.update': { body: publication },
  });
  await row('GG');
  type(await screen.findByRole('textbox', { name: /^Título/ }), 'Outro título');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar e enviar' }));
  const sent = () => calls.find(({ endpoint }) => endpoint === 'publications.update')?.body;
  await waitFor(() => expect(sent()).toEqual({ name: 'Outro título' }));
});

test('a side that is missing is refused at its field', async () => {
  const { calls } = await open();
  const width = await field('P', /^Largura/);
  type(width, '');
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  await waitFor(() => expect(width.getAttribute('aria-invalid')).toBe('true'));
  expect(calls.some(({ endpoint }) => endpoint === 'advertisementsPublications.create')).toBe(false);
});

test('a saved publication sends only the parcel that changed', async () => {
  const publication = savedPair();
  const { calls } = await openPublish(shop, undefined, pair, publication, {
    'publications.update': { body: publication },
  });
  expect((await field('P', /^Peso/)).value).toBe('0,4');
  type(await field('GG', /^Peso/), '8');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar e enviar' }));
  const sent = () => calls.find(({ endpoint }) => endpoint === 'publications.update')?.body;
  await waitFor(() => expect(sent()).toBeDefined());
  expect(sent()).toEqual({
    ...{ weight: 8, width: 40, height: 30, depth: 20 },
    // The first was in the parcel of the ad, which becomes the largest: it keeps the one it had.
    variations: { update: { 1: { package: sizes[9] }, 2: { package: { ...sizes[10], weight: 8 } } } },
  });
});
