import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { paths } from '../../paths.ts';
import { sampleOf } from '../../test/sample.ts';
import { type Answer, problem, renderScreen } from '../../ui/render-screen.tsx';
import { account, at, category, listOf, mug, publishServer } from '../test/publish-stage.ts';
import PublishPage from './PublishPage.tsx';

afterEach(cleanup);

const brand = { id: 'BRAND', name: 'Marca', valueId: null, valueName: 'Aurora' };
const made = sampleOf(api.publications.detail.response, {
  ...{ id: 77, name: 'Caneca azul de ágata', description: 'Escrita uma vez.', account, category },
  ...{ weight: 0.4, width: 13, height: 11, depth: 10, video: '', attributes: [brand], images: mug.images },
  ...{ condition: 'new', warranty: null, handlingDays: 3, freeShipping: null, createdAt: at },
  variations: [
    sampleOf(api.publications.detail.response.shape.variations.element, {
      ...{ id: 1, sku: 'CAN-77', gtin: '', components: mug.components, marginBasisPoints: 3300 },
      ...{ cost: 2990, price: 5990, fee: 700, freight: 0, attributes: [], promotion: null, link: '' },
      ...{ promotionMargin: null, pushedAt: null, guard: null, quantityCap: null, remoteItem: 'R1' },
    }),
  ],
});
const other = { ...account, id: 6, name: 'OUTRA LOJA', marketplace: { id: 'm', name: 'Mercado' } };

const open = (publication: Answer) =>
  renderScreen(PublishPage, {
    screen: paths.advertisements.publish,
    at: paths.advertisements.publish(5, { like: 77 }),
    server: {
      ...publishServer(),
      'publications.detail': publication,
      'marketplaceAccounts.list': listOf({ ...other, id: 4, name: account.name }, other),
      'marketplacesCategories.attributes': {
        body: { ...category, attributes: [{ ...brandAttribute }] },
      },
      'advertisementsPublications.create': { status: 422, body: problem(422, 'plan_full') },
    },
  });
const brandAttribute = sampleOf(api.marketplacesCategories.attributes.response.shape.attributes.element, {
  ...{ id: 'BRAND', name: 'Marca', valueType: 'string', required: true, variation: false },
  ...{ values: [], units: [], defaultUnit: null, maxLength: null },
});

test('another account starts with the common part of the publication; category and price are its own', async () => {
  const { calls } = await open({ body: made });
  expect(await screen.findByText(/^Preenchido como em CASA.DAS.CANECAS\./)).toBeTruthy();
  fireEvent.click(await screen.findByRole('checkbox', { name: /^OUTRA LOJA/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Publicar' }));
  const sent = () => calls.find(({ endpoint }) => endpoint === 'advertisementsPublications.create')?.body;
  await waitFor(() => expect(sent()).toBeTruthy());
  expect(sent()).toMatchObject({
    ...{ account: 6, name: 'Caneca azul de ágata', description: 'Escrita uma vez.', category: 'C1' },
    ...{ weight: 0.4, width: 13, height: 11, depth: 10, handlingDays: 3, attributes: [brand], images: [31] },
    variations: [{ sku: 'CAN-77', components: [{ offer: 9, quantity: 1 }] }],
  });
});

test('starts from the advertisement if the publication cannot be read', async () => {
  await open({ status: 404, body: problem(404, 'not_found') });
  const name = await screen.findByLabelText<HTMLInputElement>(/^Título/, { selector: 'input' });
  expect(name.value).toBe('Caneca Esmaltada');
  expect(screen.queryByText(/^Preenchido como/)).toBeNull();
});
