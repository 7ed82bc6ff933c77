import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import type { CategoryAttribute } from '#contract/marketplaces/marketplace-category.ts';
import { paths } from '../../../paths.ts';
import { queryClient } from '../../../queries.ts';
import { itemOf, sampleOf } from '../../../test/sample.ts';
import { type Answer, type Asked, problem, renderScreen } from '../../../ui/render-screen.tsx';
import { account, category, listOf, publishServer } from '../../test/publish-stage.ts';
import PublishPage from '../PublishPage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const shops = [
  { id: 4, name: 'CASA.DAS.CANECAS', marketplace: { id: 'mercado-livre', name: 'Mercado Livre' } },
  { id: 6, name: 'canecas.oficial', marketplace: { id: 'shopee', name: 'Shopee' } },
  { id: 7, name: 'Casa das Canecas', marketplace: { id: 'nuvemshop', name: 'Nuvemshop' } },
].map((one) => ({ ...account, ...one }));

const text = (id: string, name: string, more: Partial<CategoryAttribute> = {}) =>
  sampleOf(api.marketplacesCategories.attributes.response.shape.attributes.element, {
    ...{ id, name, valueType: 'string', required: true, variation: false },
    ...{ values: [], units: [], defaultUnit: null, maxLength: null },
    ...more,
  });
/** The same attributes under other ids, as another marketplace has them. */
const settingsOf: Record<string, CategoryAttribute[]> = {
  4: [text('BRAND', 'Marca'), text('CAPACITY', 'Capacidade')],
  6: [text('100', 'Marca'), text('101', 'Capacidade'), text('102', 'Origem')],
};
const accountOf = ({ url }: Pick<Asked, 'url'>) =>
  /marketplaces-categories\/(\d+)/.exec(url.pathname)?.[1] ?? '';

type Create = (asked: Asked) => Answer | Promise<Answer>;
const made = (id: number) => ({ status: 201, body: { id, version: 1 } });
const accountIn = ({ body }: Asked) => (body as { account: number }).account;

async function open(create: Create, accounts = shops, more: ReturnType<typeof publishServer> = {}) {
  const published: object[] = [];
  const screenOf = await renderScreen(PublishPage, {
    screen: paths.advertisements.publish,
    at: paths.advertisements.publish(5),
    server: {
      ...publishServer(),
      'marketplaceAccounts.list': listOf(...accounts),
      'advertisementsPublications.list': () => listOf(...published),
      'marketplacesCategories.attributes': (asked) => ({
        body: { ...category, attributes: settingsOf[accountOf(asked)] ?? [] },
      }),
      'advertisementsPublications.create': create,
      ...more,
    },
  });
  const sent = () =>
    screenOf.calls.flatMap(({ endpoint, body }) =>
      endpoint === 'advertisementsPublications.create' ? [body as Record<string, unknown>] : [],
    );
  return { ...screenOf, sent };
}

const check = async (name: string) =>
  fireEvent.click(await screen.findByRole('checkbox', { name: new RegExp(name) }));
const panel = (name: string) => screen.findByRole('group', { name, hidden: true });
const typeInto = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const submit = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('what is typed on the first account is published on each of three, and only what differs is asked again', async () => {
  const { sent, router } = await open((asked) => made(100 + accountIn(asked)));
  for (const { name } of shops) await check(name);
  typeInto(await screen.findByRole('combobox', { name: 'Capacidade' }), '350 ml');
  const shopee = await panel('canecas.oficial');
  const origin = await within(shopee).findByLabelText(/^Origem/, { selector: 'input' });
  await screen.findByText('Falta: Origem');
  typeInto(origin, 'Brasil');
  typeInto(screen.getAllByLabelText(/^Título/, { selector: 'input' })[0] as HTMLElement, 'Caneca de ágata');
  typeInto(screen.getByLabelText(/^Descrição/, { selector: 'textarea' }), 'Escrita uma vez.');
  typeInto(screen.getAllByLabelText(/^Margem/, { selector: 'input' })[0] as HTMLElement, '30');
  await waitFor(() => expect(screen.getAllByText('Pronto')).toHaveLength(2));
  const prices = () => screen.getAllByLabelText<HTMLInputElement>(/^Preço final/, { selector: 'input' });
  await waitFor(() => expect(prices().map(({ value }) => value)).toEqual(Array(3).fill('61,90')));
  submit(/^Publicar em 3 contas/);
  await waitFor(() => expect(router.state.location.pathname).toBe('/advertisements/5'));
  expect(router.state.location.searchStr).toContain('104');
  const bodies = sent().toSorted((one, other) => Number(one.account) - Number(other.account));
  expect(bodies.map((body) => body.account)).toEqual([4, 6, 7]);
  for (const body of bodies)
    expect(body).toMatchObject({
      name: 'Caneca de ágata',
      description: 'Escrita uma vez.',
      images: [31],
      width: 12,
    });
  expect(bodies.map(({ variations }) => variations)).toMatchObject(Array(3).fill([{ price: 6190 }]));
  expect(bodies[1]?.attributes).toMatchObject([
    { id: '100', valueName: 'Aurora' },
    { id: '101', valueName: '350 ml' },
    { id: '102', valueName: 'Brasil' },
  ]);
});

test('a refused account keeps no other from being published; what was typed stays, and it is tried again alone', async () => {
  let isFull = true;
  const { sent, router } = await open((asked) =>
    accountIn(asked) === 4 && isFull
      ? { status: 422, body: problem(422, 'plan_full') }
      : made(100 + accountIn(asked)),
  );
  for (const { name } of shops) await check(name);
  typeInto(await screen.findByRole('combobox', { name: 'Capacidade' }), '350 ml');
  typeInto(
    await within(await panel('canecas.oficial')).findByLabelText(/^Origem/, { selector: 'input' }),
    'Brasil',
  );
  await waitFor(() => expect(screen.getAllByText('Pronto')).toHaveLength(2));
  submit(/^Publicar em 3 contas/);
  const table = await screen.findByRole('table', { name: 'Resultado por conta' });
  const row = within(table).getByText('CASA.DAS.CANECAS').closest('tr') as HTMLElement;
  expect(row.textContent).toContain('Não publicado');
  expect(row.textContent).toMatch(/plano/i);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Capacidade' }).value).toBe('350 ml');
  isFull = false;
  fireEvent.click(within(row).getByRole('button', { name: 'Tentar novamente' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/advertisements/5'));
  expect(
    sent()
      .map((body) => body.account)
      .toSorted(),
  ).toEqual([4, 4, 6, 7]);
  expect(router.state.location.searchStr).toMatch(/106.*107.*104/);
});

test('if the first account is published and another is refused, the form is about that one, with its errors', async () => {
  const fault = [{ code: 'too_small', message: 'O preço é baixo demais' }];
  await open((asked) =>
    accountIn(asked) === 4
      ? made(104)
      : { status: 422, body: problem(422, 'invalid', { errors: { variations: { 0: { price: fault } } } }) },
  );
  await check('CASA.DAS.CANECAS');
  await check('Casa das Canecas');
  typeInto(await screen.findByRole('combobox', { name: 'Capacidade' }), '350 ml');
  typeInto(screen.getByLabelText(/^Descrição/, { selector: 'textarea' }), 'Escrita uma vez.');
  await waitFor(() => expect(screen.getAllByText('Pronto')).toHaveLength(1));
  submit(/^Publicar em 2 contas/);
  const table = await screen.findByRole('table', { name: 'Resultado por conta' });
  expect(table.textContent).toContain('Preço: O preço é baixo demais');
  await waitFor(() => expect(screen.getAllByText('O preço é baixo demais')).toHaveLength(1));
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { checked: true });
  expect(boxes.map((box) => box.labels?.[0]?.textContent)).toEqual(['Casa das Canecas']);
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Descrição/, { selector: 'textarea' }).value).toBe(
    'Escrita uma vez.',
  );
  expect(screen.getByRole('button', { name: /^Publicar em 1 conta/ })).toBeTruthy();
});

test('what was typed for each account returns after a reload', async () => {
  await open(() => made(1));
  await check('CASA.DAS.CANECAS');
  await check('canecas.oficial');
  typeInto(
    await within(await panel('canecas.oficial')).findByLabelText(/^Origem/, { selector: 'input' }),
    'Brasil',
  );
  const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('easy.draft '));
  await waitFor(() => expect(drafts()).toHaveLength(2));
  const kept = drafts().map((key) => [key, sessionStorage.getItem(key) ?? ''] as const);
  cleanup();
  queryClient.clear();
  for (const [key, draft] of kept) sessionStorage.setItem(key, draft);
  await open(() => made(1));
  const again = await panel('canecas.oficial');
  await waitFor(() =>
    expect(within(again).getByLabelText<HTMLInputElement>(/^Origem/, { selector: 'input' }).value).toBe(
      'Brasil',
    ),
  );
});

test('a price typed on one account stays when the first one changes, and the others follow', async () => {
  await open(() => made(1));
  for (const { name } of shops) await check(name);
  const prices = async () =>
    (await screen.findAllByLabelText<HTMLInputElement>(/^Preço final/, { selector: 'input' })).map(
      (one) => one,
    );
  await waitFor(async () => expect(await prices()).toHaveLength(3));
  await waitFor(async () => expect((await prices()).map((one) => one.value)).toEqual(Array(3).fill('52,79')));
  typeInto((await prices())[1] as HTMLElement, '80,00');
  typeInto((await prices())[0] as HTMLElement, '60,00');
  await waitFor(async () =>
    expect((await prices()).map((one) => one.value)).toEqual(['60,00', '80,00', '60,00']),
  );
});

test('six accounts take one act each beyond the form of one', async () => {
  const six = Array.from({ length: 6 }, (_, index) => ({
    ...shops[2],
    ...{ id: 10 + index, name: `Loja ${index}` },
  }));
  const { sent, router } = await open((asked) => made(accountIn(asked)), six as typeof shops);
  for (const { name } of six) await check(name);
  await waitFor(() => expect(screen.getAllByText('Pronto')).toHaveLength(5));
  submit(/^Publicar em 6 contas/);
  await waitFor(() => expect(router.state.location.pathname).toBe('/advertisements/5'));
  expect(sent()).toHaveLength(6);
});

test('a further account is ready once its price is known; without rates it has the price of the first one', async () => {
  const answered = Promise.withResolvers<void>();
  const quoted = publishServer()['marketplacesCategories.price'];
  await open((asked) => made(100 + accountIn(asked)), shops, {
    'marketplacesCategories.price': async (asked) => {
      if (accountOf(asked) === '4' && typeof quoted === 'function') return quoted(asked);
      await answered.promise;
      return { body: { quote: null, refused: 'rates_missing' } };
    },
  });
  const [first, second] = shops;
  for (const one of [first, second]) await check(one?.name ?? '');
  typeInto(await screen.findByRole('combobox', { name: 'Capacidade' }), '350 ml');
  typeInto(screen.getAllByLabelText(/^Margem/, { selector: 'input' })[0] as HTMLElement, '30');
  const shopee = await panel(second?.name ?? '');
  typeInto(await within(shopee).findByLabelText(/^Origem/, { selector: 'input' }), 'Brasil');
  await waitFor(() => expect(screen.queryByText(/^Falta/)).toBeNull());
  expect(screen.queryByText('Pronto')).toBeNull();
  answered.resolve();
  await screen.findByText('Pronto');
});

const thermal = itemOf(api.marketplacesCategories.search.response, 'items', {
  ...{ id: 'C2', name: 'Canecas térmicas', leaf: true, path: [{ id: 'C2', name: 'Canecas térmicas' }] },
});
const chooseThermal = async () => {
  const [first = expect.fail('there is no category')] = await screen.findAllByRole('group', {
    name: 'Categoria',
  });
  fireEvent.click(await within(first).findByRole('button', { name: 'Trocar categoria' }));
  const words = within(first).getByRole('combobox', { name: 'Procurar categoria por palavras' });
  words.focus();
  fireEvent.change(words, { target: { value: 'térmica' } });
  await screen.findByRole('option', { name: 'Canecas térmicas' });
  fireEvent.keyDown(words, { key: 'Enter', code: 'Enter' });
};

test.each([
  ['the marketplace', true, 'C2'],
  ['each store', false, 'C1'],
])(
  'a category chosen by hand is that of a second account if categories are those of %s',
  async (_, shared, id) => {
    const capabilities = { ...account.capabilities, sharesCategories: shared };
    const marketplace = { id: 'mercado-livre', name: 'Mercado Livre' };
    const two = [4, 8].map((one) => ({
      ...account,
      id: one,
      name: `Loja ${one}`,
      marketplace,
      capabilities,
    }));
    const { sent } = await open((asked) => made(100 + accountIn(asked)), two, {
      'marketplacesCategories.search': { body: { items: [thermal] } },
      'marketplacesCategories.attributes': ({ url }) => ({
        body: { ...category, ...(url.pathname.includes('C2') ? thermal : {}), attributes: [] },
      }),
    });
    await check('Loja 4');
    await screen.findByText('Canecas');
    await check('Loja 8');
    await chooseThermal();
    await waitFor(() => expect(screen.getAllByText('Pronto')).toHaveLength(1));
    submit(/^Publicar em 2 contas/);
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent().map((body) => [body.account, body.category])).toEqual([
      [4, 'C2'],
      [8, id],
    ]);
  },
);
