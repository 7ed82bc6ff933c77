import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { CategoryAttribute, ListedValue } from '#contract/marketplaces/marketplace-category.ts';
import { queryClient } from '../../queries.ts';
import type { Asked } from '../../ui/render-screen.tsx';
import { account, category, listOf, mug, openPublish } from '../test/publish-stage.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const noBrand = { id: '0', name: 'Sem marca' };
const brandOf = (more: Partial<CategoryAttribute>): CategoryAttribute => ({
  ...{ id: 'BRAND', name: 'Marca', valueType: 'list', required: true, variation: false, units: [] },
  ...{ defaultUnit: null, maxLength: null, values: [noBrand, { id: '7', name: 'Oxford' }] },
  ...{ onlyListed: true, noneValue: '0', requestable: true, ...more },
});
const free: CategoryAttribute = {
  ...{ id: 'BRAND', name: 'Marca', valueType: 'string', required: true, variation: false, units: [] },
  ...{ defaultUnit: null, maxLength: null, values: [] },
};

const open = (
  brand: CategoryAttribute,
  items: ListedValue[] = [],
  more: Parameters<typeof openPublish>[4] = {},
) =>
  openPublish(account, 10, { ...mug, brand: 'AURORA' }, null, {
    'marketplacesCategories.attributes': { body: { ...category, attributes: [brand] } },
    'marketplacesCategories.values': { body: { items } },
    'advertisementsPublications.create': { status: 422, body: {} },
    ...more,
  });
const brandBox = () => screen.findByRole<HTMLInputElement>('combobox', { name: /^Marca/ });
const note = () => screen.findByText(/“AURORA” não está na lista do marketplace/);
const sentBrand = (calls: Asked[]) =>
  waitFor(() => {
    const call = calls.find(({ endpoint }) => endpoint === 'advertisementsPublications.create');
    expect(call).toBeTruthy();
    return call?.body;
  });

test.each([
  ['a short list', brandOf({})],
  ['a long list', brandOf({ longList: true })],
  ['an optional attribute, which is then unfolded', brandOf({ required: false })],
])(
  'says before sending that the product’s brand is not listed, in %s, and offers no brand',
  async (_, brand) => {
    const { calls } = await open(brand);
    await note();
    expect((await brandBox()).value).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Usar “Sem marca”' }));
    await waitFor(async () => expect((await brandBox()).value).toBe('Sem marca'));
    expect(screen.queryByText(/não está na lista/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
    expect(await sentBrand(calls)).toMatchObject({
      attributes: [{ id: 'BRAND', name: 'Marca', valueId: '0', valueName: 'Sem marca' }],
    });
  },
);

test.each([
  ['of the first values', brandOf({ values: [noBrand, { id: '9', name: 'Aurora' }] }), []],
  ['that the search of a long list finds', brandOf({ longList: true }), [{ id: '9', name: 'Aurora' }]],
])('fills in a listed brand %s', async (_, brand, items) => {
  const { calls } = await open(brand, items);
  await waitFor(async () => expect((await brandBox()).value).toBe('Aurora'));
  expect(screen.queryByText(/não está na lista/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  expect(await sentBrand(calls)).toMatchObject({
    attributes: [{ id: 'BRAND', name: 'Marca', valueId: '9', valueName: 'Aurora' }],
  });
});

test('the brand of the product returns in an account that accepts any text', async () => {
  const marketplace = { id: 'm', name: 'Mercado' };
  const other = { ...account, id: 6, name: 'OUTRA LOJA', marketplace };
  await open(brandOf({}), [], {
    'marketplaceAccounts.list': listOf({ ...account, marketplace }, other),
    'marketplacesCategories.predict': ({ url }) => ({
      body: { items: [{ ...category, id: url.pathname.includes('/6/') ? 'C2' : 'C1' }] },
    }),
    'marketplacesCategories.attributes': ({ url }) => ({
      body: url.pathname.includes('/C2/')
        ? { ...category, id: 'C2', attributes: [free] }
        : { ...category, attributes: [brandOf({})] },
    }),
  });
  const choose = async (name: string) =>
    fireEvent.click(await screen.findByRole('checkbox', { name: new RegExp(`^${name}`) }));
  await choose(account.name);
  await note();
  fireEvent.click(screen.getByRole('button', { name: 'Usar “Sem marca”' }));
  await choose(account.name);
  await choose(other.name);
  const text = await screen.findByLabelText<HTMLInputElement>(/^Marca/, { selector: 'input' });
  await waitFor(() => expect(text.value).toBe('AURORA'));
});
