import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AttributeValue } from '#contract/advertisements/publication.ts';
import type { CategoryAttribute } from '#contract/marketplaces/marketplace-category.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import { account, category, mug, offer, publishServer, at as then } from '../test/publish-stage.ts';
import PublishPage from './PublishPage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const attribute = (id: string, name: string, values: string[], more: Partial<CategoryAttribute> = {}) => ({
  ...{ id, name, valueType: 'list', required: false, variation: false, units: [], defaultUnit: null },
  ...{ maxLength: null, values: values.map((value) => ({ id: `${id}-${value}`, name: value })), ...more },
});
const attributes = [
  attribute('1', 'Certificado', ['Sem', 'Inmetro'], { required: true }),
  attribute('2', 'Registro', ['3', '12'], {
    required: true,
    shownWith: { attribute: '1', value: '1-Inmetro' },
  }),
  attribute('3', 'Ambiente', ['Sala', 'Cozinha', 'Quarto'], { required: true, mostValues: 2 }),
  attribute('4', 'Ocasião', ['Festa'], { valueType: 'string', required: true, mostValues: 3 }),
];
const value = (id: string, name: string, valueId: string | null, valueName: string): AttributeValue => ({
  ...{ id, name, valueId, valueName },
});
const saved = [
  value('1', 'Certificado', '1-Inmetro', 'Inmetro'),
  value('2', 'Registro', '2-12', '12'),
  value('3', 'Ambiente', '3-Sala', 'Living room'),
  value('3', 'Ambiente', '3-Quarto', 'Bedroom'),
  value('4', 'Ocasião', null, 'Praia'),
];
const publication = {
  ...{ id: 8, name: 'Caneca', account, category: { id: 'C1', name: 'Canecas' }, type: 'classic' },
  ...{ remoteItem: '77', pricePerVariation: false, images: [], video: '', description: '', syncError: null },
  ...{ weight: 0.3, width: 12, height: 10, depth: 9, followsSize: null, version: 3, attributes: saved },
  wholesale: [],
  ...{ condition: 'new', warranty: null, handlingDays: null, freeShipping: false },
  variations: [
    {
      ...{ id: 1, name: '', sku: 'CAN', gtin: '', attributes: [], cost: 2990, price: 5990, active: true },
      ...{ marginBasisPoints: 2000, remoteItem: '77' },
      components: [{ offer, quantity: 1, price: 2990 }],
    },
  ],
  createdAt: then,
};

const open = (search = '') =>
  renderScreen(PublishPage, {
    screen: paths.advertisements.publish,
    at: `${paths.advertisements.publish(5)}${search}`,
    server: {
      ...publishServer(account, 10, { ...mug, images: [{ id: 7, name: 'a.jpg' }] }),
      'dropshipping.detail': {
        body: { ...offer, gtin: '', attributes: {}, images: [], siblings: [], width: 9, height: 9, depth: 9 },
      },
      'marketplacesCategories.attributes': { body: { ...category, attributes } },
      'publications.detail': { body: publication },
      'publications.update': { body: publication },
    },
  });

const field = (name: string) =>
  screen.findByRole<HTMLInputElement>('combobox', { name: new RegExp(`^${name}`) });
async function choose(name: string, option: string): Promise<void> {
  fireEvent.click(await field(name));
  const [found] = await screen.findAllByRole('option', { name: option });
  if (found) fireEvent.click(found);
}
const isShown = (name: string) => screen.queryByRole('combobox', { name: new RegExp(`^${name}`) }) !== null;

test('a dependent attribute is asked for while its value is chosen, and neither shown nor sent otherwise', async () => {
  const { calls } = await open();
  await screen.findByText('Canecas');
  await field('Certificado');
  expect(isShown('Registro')).toBe(false);
  await choose('Certificado', 'Inmetro');
  await choose('Registro', '12');
  expect((await field('Registro')).value).toBe('12');
  await choose('Certificado', 'Sem');
  expect(isShown('Registro')).toBe(false);
  await choose('Certificado', 'Inmetro');
  expect((await field('Registro')).value).toBe('');
  await choose('Ambiente', 'Cozinha');
  await choose('Ambiente', 'Sala');
  await choose('Certificado', 'Sem');
  const price = screen.getByRole<HTMLInputElement>('textbox', { name: /^Preço final/ });
  await waitFor(() => expect(price.value).toBe('52,79'));
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  await waitFor(() =>
    expect(
      calls.find(({ endpoint }) => endpoint === 'advertisementsPublications.create')?.body,
    ).toMatchObject({
      attributes: [
        value('1', 'Certificado', '1-Sem', 'Sem'),
        value('3', 'Ambiente', '3-Cozinha', 'Cozinha'),
        value('3', 'Ambiente', '3-Sala', 'Sala'),
      ],
    }),
  );
});

test('shows all saved values, and only changed ones differ', async () => {
  const { calls } = await open('?publication=8');
  expect((await field('Registro')).value).toBe('12');
  for (const name of ['Sala', 'Quarto', 'Praia']) expect(screen.getByText(name)).toBeTruthy();
  await choose('Ocasião', 'Festa');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar e enviar' }));
  await waitFor(() =>
    expect(calls.find(({ endpoint }) => endpoint === 'publications.update')?.body).toEqual({
      attributes: [...saved, value('4', 'Ocasião', '4-Festa', 'Festa')],
    }),
  );
});
