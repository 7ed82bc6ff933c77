import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../queries.ts';
import { type Answer, problem } from '../../ui/render-screen.tsx';
import { account, category, mug, openPublish } from '../test/publish-stage.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });

test('a margin that no price reaches is reported, empties the price and is not sent; a possible margin restores the price', async () => {
  const { calls } = await openPublish();
  await screen.findByText('Canecas');
  const margin = await box(/^Margem/);
  const price = await box(/^Preço final/);
  await waitFor(() => expect(price.value).toBe('52,79'));

  type(margin, '88');
  await screen.findByText(/^Nenhum preço alcança esta margem/);
  await waitFor(() => expect(price.value).toBe(''));
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'));
  expect(price.closest('.mantine-InputWrapper-root')?.textContent).toContain('Obrigatório');
  expect(calls.some(({ endpoint }) => endpoint === 'advertisementsPublications.create')).toBe(false);

  type(margin, '20');
  await waitFor(() => expect(price.value).toBe('52,79'));
  expect(screen.queryByText(/^Nenhum preço alcança esta margem/)).toBeNull();

  type(price, '60,00');
  await waitFor(() => expect(margin.value).not.toBe('20'));
  type(margin, '20');
  await waitFor(() => expect(price.value).toBe('52,79'));
});

test('sending before the fee is known sends the margin, and the server finds the price', async () => {
  const { calls } = await openPublish(account, undefined, undefined, undefined, {
    'marketplacesCategories.price': { status: 503, body: problem(503, 'unavailable') },
    'advertisementsPublications.create': { status: 201, body: { id: 12, version: 1 } },
  });
  await screen.findByText('Canecas');
  type(await box(/^Margem/), '25');
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  const sent = () => calls.find(({ endpoint }) => endpoint === 'advertisementsPublications.create');
  await waitFor(() => expect(sent()).toBeDefined());
  expect(sent()?.body).toMatchObject({ variations: [{ marginBasisPoints: 2500 }] });
  expect(sent()?.body).not.toHaveProperty('variations.0.price');
});

test('sending before the price of a changed margin is known sends that margin, not the price of the former one', async () => {
  const late = Promise.withResolvers<Answer>();
  const quote = {
    price: 4365,
    basisPoints: 0,
    fixed: 0,
    total: 502,
    feeFrom: 'marketplace',
    freight: 0,
    taxBasisPoints: 0,
  };
  const { calls } = await openPublish(account, undefined, undefined, undefined, {
    'marketplacesCategories.price': ({ url }) =>
      url.searchParams.get('margin') === '2500' ? late.promise : { body: { quote, refused: null } },
    'advertisementsPublications.create': { status: 201, body: { id: 12, version: 1 } },
  });
  await screen.findByText('Canecas');
  const price = await box(/^Preço final/);
  await waitFor(() => expect(price.value).toContain('43,65'));
  type(await box(/^Margem/), '25');
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  const sent = () => calls.find(({ endpoint }) => endpoint === 'advertisementsPublications.create');
  await waitFor(() => expect(sent()).toBeDefined());
  expect(sent()?.body).toMatchObject({ variations: [{ marginBasisPoints: 2500 }] });
  expect(sent()?.body).not.toHaveProperty('variations.0.price');
  late.resolve({ body: { quote, refused: null } });
});

test('shows that the marketplace gives no fee and why, and asks again', async () => {
  let isAway = true;
  const quote = {
    price: 6000,
    basisPoints: 0,
    fixed: 0,
    total: 700,
    feeFrom: 'marketplace',
    freight: 0,
    taxBasisPoints: 0,
  };
  await openPublish(account, undefined, undefined, undefined, {
    'marketplacesCategories.fees': () =>
      isAway ? { status: 503, body: problem(503, 'marketplace_unavailable') } : { body: quote },
  });
  await screen.findByText('Canecas');
  type(await box(/^Preço final/), '60,00');
  const told = await screen.findByRole('alert');
  expect(told.textContent).toMatch(/^Não foi possível consultar a tarifa! .*Tentar novamente$/);
  isAway = false;
  fireEvent.click(within(told).getByRole('button'));
  await screen.findByRole('img', { name: /60,00/ });
  expect(told.isConnected).toBe(false);
});

test('shows no price on the way to a margin that does not reach it', async () => {
  const { container } = await openPublish(account, undefined, undefined, undefined, {
    'marketplacesCategories.price': ({ url }) => {
      const isWanted = url.searchParams.get('margin') === '4000';
      const quote = { basisPoints: 0, fixed: 0, total: 0, feeFrom: 'marketplace', taxBasisPoints: 0 };
      const priced = isWanted ? { price: 9983, freight: 3000 } : { price: 3738, freight: 0 };
      return { body: { quote: { ...quote, ...priced }, refused: null } };
    },
  });
  const shown = new Set<string>();
  const look = () => {
    const label = container.querySelector('[data-breakdown] [role=img]')?.getAttribute('aria-label');
    if (label) shown.add(label);
  };
  new MutationObserver(look).observe(container, { subtree: true, childList: true, attributes: true });
  await screen.findByText('Canecas');
  type(await box(/^Margem/), '40');
  await screen.findByRole('img', { name: /Frete R\$\s30,00, Lucro/ });
  expect([...shown].filter((label) => label.includes('Prejuízo'))).toEqual([]);
});

test('a margin between two steps of the fee gets the lowest price with a higher margin', async () => {
  await openPublish();
  await screen.findByText('Canecas');
  // With the fixed fee R$ 85,48, where there is none; without it R$ 71,19, where there is.
  type(await box(/^Margem/), '46');
  const price = await box(/^Preço final/);
  await waitFor(() => expect(price.value).toBe('79,00'));
  expect(screen.queryByText(/^Nenhum preço alcança esta margem/)).toBeNull();
});

test('a loss is red and named as one', async () => {
  await openPublish();
  await screen.findByText('Canecas');
  type(await box(/^Preço final/), '30,00');
  const loss = (await screen.findByText(/^Prejuízo/)).closest('[data-loss]');
  expect(loss).not.toBeNull();
  // The word already says that it is negative.
  expect(loss?.textContent).not.toContain('-');
});

test('preselects the only account, and leaves without a question if nothing was changed', async () => {
  const { router } = await openPublish();
  const chosen = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Conta/ });
  await waitFor(() => expect(chosen.value).toBe(account.name));
  await router.navigate({ to: '/advertisements/list' });
  expect(router.state.location.pathname).toBe('/advertisements/list');
  expect(screen.queryByText('Sair sem salvar?')).toBeNull();
});

test('errors of parts and of folded attributes are shown, with a link to each', async () => {
  const fault = (message: string) => [{ code: 'not_found', message }];
  const capacity = {
    ...{ id: 'CAPACITY', name: 'Capacidade', valueType: 'string', required: false, variation: false },
    ...{ units: [], defaultUnit: null, maxLength: null, values: [] },
  };
  const refusal = (errors: object) => ({ status: 422, body: problem(422, 'invalid', { errors }) });
  let answer = refusal({
    variations: { 0: { components: { 0: { offer: fault('Esta oferta não existe mais') } } } },
  });
  await openPublish(account, undefined, { ...mug, images: [{ id: 7, name: 'a.jpg' }] }, undefined, {
    'marketplacesCategories.attributes': { body: { ...category, attributes: [capacity] } },
    'advertisementsPublications.create': () => answer,
  });
  await screen.findByText('Canecas');
  const fold = await screen.findByRole('button', { name: /^Mais características/ });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  const publish = () => fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));

  publish();
  const parts = await screen.findByText('Esta oferta não existe mais');
  await waitFor(() => expect(document.activeElement).toBe(parts));

  answer = refusal({ attributes: { CAPACITY: fault('Não é uma capacidade') } });
  publish();
  await screen.findByText('Não é uma capacidade');
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^Capacidade/ })),
  );

  answer = refusal({ images: { 0: fault('Esta imagem não existe mais') } });
  publish();
  const badge = await screen.findByText('Esta imagem não existe mais');
  await waitFor(() => expect(document.activeElement?.contains(badge)).toBe(true));
});

test('keeps former suggestions while those of another title load, and says if they failed', async () => {
  const second = Promise.withResolvers<Answer>();
  const { calls } = await openPublish(account, undefined, undefined, undefined, {
    'marketplacesCategories.predict': ({ url }) =>
      url.searchParams.get('title') === 'Caneca azul' ? second.promise : { body: { items: [category] } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Trocar categoria' }));
  const suggestion = await screen.findByRole('button', { name: 'Canecas' });
  type(await box(/^Título/), 'Caneca azul');
  const asked = () => calls.filter(({ endpoint }) => endpoint === 'marketplacesCategories.predict');
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(suggestion.isConnected).toBe(true);
  expect(suggestion.closest('[aria-busy=true]')).not.toBeNull();
  second.resolve({ status: 422, body: problem(422, 'upstream_rejected') });
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Não foi possível sugerir categorias!.+Tentar novamente$/,
  );
});

test('reserves the space of the first breakdown, so that nothing below moves', async () => {
  const later = Promise.withResolvers<Answer>();
  const { container } = await openPublish(account, undefined, undefined, undefined, {
    'marketplacesCategories.fees': () => later.promise,
  });
  const rooms = () => container.querySelectorAll('[data-breakdown]').length;
  await screen.findByText('Canecas');
  type(await box(/^Preço final/), '60,00');
  await waitFor(() => expect(rooms()).toBe(1));
  later.resolve({
    body: {
      price: 6000,
      basisPoints: 0,
      fixed: 0,
      total: 700,
      feeFrom: 'marketplace',
      freight: 0,
      taxBasisPoints: 0,
    },
  });
  await screen.findByRole('img', { name: /60,00/ });
  expect(rooms()).toBe(1);
});

test('keeps the former breakdown, marked as former, until the next fee is known', async () => {
  const later = Promise.withResolvers<Answer>();
  const fee = { basisPoints: 0, fixed: 0, total: null, feeFrom: 'unknown', freight: 0, taxBasisPoints: 0 };
  const { container } = await openPublish(account, undefined, undefined, undefined, {
    'marketplacesCategories.fees': ({ url }) => {
      const price = Number(url.searchParams.get('price'));
      return price === 6000 ? later.promise : { body: { ...fee, price } };
    },
  });
  await screen.findByText('Canecas');
  type(await box(/^Preço final/), '50,00');
  const untold = await screen.findByText(/não informa a tarifa/);
  type(await box(/^Preço final/), '60,00');
  await waitFor(() => expect(container.querySelector('[data-former]')).not.toBeNull());
  expect(untold.isConnected).toBe(true);
  // Shows no margin of another price beside this one, since it would be believed.
  const margin = await box(/^Margem/);
  expect(margin.value).toBe('');
  later.resolve({ body: { ...fee, price: 6000 } });
  await waitFor(() => expect(container.querySelector('[data-former]')).toBeNull());
  await waitFor(() => expect(margin.value).not.toBe(''));
});

test('keeps the former breakdown while the price of another margin is loaded', async () => {
  const later = Promise.withResolvers<Answer>();
  const fee = {
    basisPoints: 0,
    fixed: 700,
    total: 700,
    feeFrom: 'marketplace',
    freight: 0,
    taxBasisPoints: 0,
  };
  const { container } = await openPublish(account, undefined, undefined, undefined, {
    'marketplacesCategories.fees': ({ url }) => ({
      body: { ...fee, price: Number(url.searchParams.get('price')) },
    }),
    'marketplacesCategories.price': () => later.promise,
  });
  await screen.findByText('Canecas');
  type(await box(/^Preço final/), '60,00');
  await screen.findByRole('img', { name: /60,00/ });
  type(await box(/^Margem/), '30');
  await waitFor(() => expect(container.querySelector('[data-former]')).not.toBeNull());
  expect(await screen.findByRole('img', { name: /60,00/ })).toBeTruthy();
});

test('shows no margin while another listing type changes the fee', async () => {
  const later = Promise.withResolvers<Answer>();
  const fee = (price: number, fixed: number) => ({
    body: {
      price,
      basisPoints: 0,
      fixed,
      total: fixed,
      feeFrom: 'marketplace',
      freight: 0,
      taxBasisPoints: 0,
    },
  });
  await openPublish(account, undefined, undefined, undefined, {
    'marketplacesCategories.fees': ({ url }) =>
      url.searchParams.get('type') === 'premium'
        ? later.promise
        : fee(Number(url.searchParams.get('price')), 700),
  });
  await screen.findByText('Canecas');
  type(await box(/^Preço final/), '60,00');
  const margin = await box(/^Margem/);
  await waitFor(() => expect(margin.value).toBe('38,5'));
  fireEvent.click(screen.getByRole('radio', { name: 'Premium' }));
  await waitFor(() => expect(margin.value).toBe(''));
  later.resolve(fee(6000, 1300));
  await waitFor(() => expect(margin.value).toBe('28,5'));
});
