import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { noSaleTerms } from '#contract/advertisements/sale-terms.ts';
import { api } from '#contract/index.ts';
import { accountCapabilities } from '#contract/marketplaces/account-capabilities.ts';
import { formatMoney } from '#contract/money.ts';
import type { DraftVariation, FoundAd } from './advertisements/existing/existing-ad.ts';
import { PriceStep } from './advertisements/existing/PriceStep.tsx';
import { PublicationCard } from './advertisements/publications/PublicationCard.tsx';
import {
  account,
  at,
  category,
  listOf,
  mug,
  openPublish,
  publishServer,
} from './advertisements/test/publish-stage.ts';
import { AccountActions } from './marketplaces/AccountActions.tsx';
import AccountListPage from './marketplaces/AccountListPage.tsx';
import { WriteForm } from './marketplaces/chats/WriteForm.tsx';
import { AnswerForm } from './marketplaces/questions/AnswerForm.tsx';
import { ReviewAnswer } from './marketplaces/reviews/ReviewAnswer.tsx';
import { formatQuantity } from './quantity.ts';
import { queryClient } from './queries.ts';
import { describeAdvertisementsOfAll } from './test/advertisements-suite.tsx';
import { type Connector, connectors } from './test/connectors.ts';
import { describeConversationsOfAll } from './test/conversations-suite.tsx';
import { describeFulfillmentOfAll } from './test/fulfillment-suite.tsx';
import { screensThatRead, watchScreens } from './test/read-places.ts';
import { describeSalesOfAll } from './test/sales-suite.tsx';
import { itemOf, sampleOf } from './test/sample.ts';
import { renderScreen } from './ui/render-screen.tsx';

/** Rendered before any test. */
const watched = watchScreens();

afterAll(() => watched.stop());
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const shown = (text: RegExp | string) => screen.queryAllByText(text).length > 0;
const field = (name: RegExp) => screen.queryAllByLabelText(name).length > 0;
const images = Array.from({ length: 13 }, (_, n) => ({ id: 50 + n, name: `${n}.jpg` }));

/** All fields that depend on the marketplace, of the publish form and of the correction form. */
async function expectFields({ able }: Connector) {
  await screen.findByRole('textbox', { name: /^Preço final/ });
  const breakdown = await screen.findByRole('img', { name: /^De R\$/ });
  const said = breakdown.getAttribute('aria-label') ?? '';
  expect({
    types: screen.queryAllByRole('radio', { name: /^(Clássico|Premium)$/ }).length,
    fee: said.includes('Tarifa'),
    freight: said.includes('Frete'),
    feeUntold: shown(/não informa a tarifa/),
    pictures: shown(/^Máximo de|^No máximo/),
    video: field(/^Vídeo/),
    condition: field(/^Condição/),
    warranty: field(/^Garantia/),
    handling: shown(new RegExp(`^De ${able.handlingDays?.fewest} a ${able.handlingDays?.most} dias`)),
    days: field(/^Prazo para enviar/),
    freeShipping: field(/^Frete grátis para o comprador/),
    obliged: shown(
      new RegExp(`A partir de ${formatMoney(able.freeShipping?.obligedFrom ?? 0)}`.replace('$', '\\$')),
    ),
    description: shown(
      new RegExp(`de ${formatQuantity(Math.min(able.longestDescription, 20_000))} caracteres`),
    ),
    samePrice: shown(/todas as variações têm o mesmo preço/),
  }).toEqual({
    types: able.listingTypes.length > 1 ? able.listingTypes.length : 0,
    fee: true,
    freight: true,
    feeUntold: !able.quotesFee,
    pictures: able.mostPictures < images.length,
    video: able.takesVideo,
    condition: able.conditions.length > 0,
    warranty: able.warranties.length > 0,
    handling: able.handlingDays !== null,
    days: able.handlingDays !== null,
    freeShipping: able.freeShipping !== null,
    obliged: (able.freeShipping?.obligedFrom ?? null) !== null,
    description: true,
    samePrice: false,
  });
}

test.each(connectors)('publishing on $name asks for exactly the fields that it takes', async (one) => {
  const capabilities = one.able;
  await openPublish({ ...account, capabilities }, capabilities.mostPictures, { ...mug, images });
  fireEvent.click(await screen.findByRole('button', { name: 'Canecas' }));
  await waitFor(async () => expectFields(one));
});

const variation = (id: number, price: number) =>
  itemOf(api.publications.detail.response, 'variations', {
    ...{
      id,
      name: `Cor ${id}`,
      sku: `S-${id}`,
      gtin: '',
      components: mug.components,
      ...{ marginBasisPoints: 2000, taxBasisPoints: 0 },
    },
    attributes: [{ id: 'COR', name: 'Cor', valueId: null, valueName: `Cor ${id}` }],
    ...{
      cost: 2990,
      price,
      promotion: null,
      promotionMargin: null,
      priceWaits: false,
      fee: 600,
      freight: null,
      active: true,
      guard: null,
      quantity: 8,
      reserved: 0,
    },
    ...{ quantityCap: null, pushedQuantity: 8, pushedPrice: price, pushedAt: at, remoteItem: 'R1' },
    ...{ remoteStatus: 'active', fulfilledByMarketplace: false, link: 'https://example.com/r1' },
  });

const publicationOn = ({ able }: Connector, prices: number[]) =>
  sampleOf(api.publications.detail.response, {
    ...{ id: 77, name: 'Caneca', advertisement: { id: 5, name: mug.product } },
    account: { id: account.id, name: account.name, capabilities: able },
    ...{ category: { id: category.id, name: category.name }, type: 'classic', pricePerVariation: false },
    ...{ state: 'active', desiredState: 'active', remoteStatus: 'active', reasons: [], floor: null },
    ...{ accountFloor: null, wholesale: [], syncing: false, syncError: null, syncedAt: at, remoteItem: 'R1' },
    ...{
      link: 'https://example.com/r1',
      editLink: '',
      variations: prices.map((price, n) => variation(n + 1, price)),
    },
    ...{
      version: 3,
      description: '',
      weight: 1,
      width: 1,
      height: 1,
      depth: 1,
      followsSize: false,
      video: '',
      attributes: [],
    },
    ...noSaleTerms,
    ...{ images, createdAt: at },
  });

test.each(connectors)('correcting an ad on $name shows the same fields', async (one) => {
  const { able } = one;
  const publication = publicationOn(one, [5990]);
  await openPublish({ ...account, capabilities: able }, able.mostPictures, mug, publication);
  await waitFor(async () => expectFields(one));
});

test.each(connectors)('variations on $name have a price each if the marketplace allows it', async (one) => {
  const { able } = one;
  await openPublish({ ...account, capabilities: able }, 20, mug, publicationOn(one, [5990, 6490]));
  const [first, second] = await screen.findAllByRole<HTMLInputElement>('textbox', { name: /^Preço final/ });
  expect(shown(/todas as variações têm o mesmo preço/)).toBe(!able.pricesDiffer);
  if (first) fireEvent.change(first, { target: { value: '71,90' } });
  await waitFor(() => expect(second?.value).toBe(able.pricesDiffer ? '64,90' : '71,90'));
});

test.each(connectors)(
  'a parcel for each variation on $name, or the note that the largest is sent',
  async (one) => {
    const { able } = one;
    const publication = publicationOn(one, [5990, 6490]);
    await openPublish({ ...account, capabilities: able }, 20, mug, publication);
    fireEvent.click(await screen.findByRole('switch', { name: /^Uma embalagem para cada variação/ }));
    const rows = await screen.findAllByRole('group', { name: /^Embalagem: / });
    expect(rows).toHaveLength(2);
    const [, second = expect.fail('there is no second row')] = rows;
    fireEvent.change(within(second).getByRole('textbox', { name: /^Peso/ }), { target: { value: '9' } });
    expect(shown(/o marketplace recebe a maior, 9 kg e 1 × 1 × 1 cm/)).toBe(!able.packagesDiffer);
  },
);

test.each(connectors)(
  'a second account of $name begins with the category of the first one, where it has that',
  async ({ able }) => {
    const marketplace = { id: 'one', name: 'Marketplace' };
    const two = [4, 8].map((id) => ({ ...account, id, name: `Loja ${id}`, marketplace, capabilities: able }));
    await openPublish(account, 20, mug, null, {
      'marketplaceAccounts.list': listOf(...two),
      'advertisementsPublications.list': listOf(),
      'marketplacesCategories.predict': ({ url }) => ({
        body: { items: url.pathname.includes('/4/') ? [category] : [] },
      }),
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: /Loja 4/ }));
    await screen.findByText('Canecas');
    fireEvent.click(await screen.findByRole('checkbox', { name: /Loja 8/ }));
    const panel = await screen.findByRole('group', { name: 'Loja 8', hidden: true });
    expect(within(panel).queryAllByText('Canecas').length > 0).toBe(able.sharesCategories);
  },
);

test.each(connectors)(
  'a publication on $name shows fee, freight and type as far as they are known',
  async (one) => {
    const { able } = one;
    await renderScreen(() => <PublicationCard publication={publicationOn(one, [5990])} />, { server: {} });
    expect(shown(/Clássico/)).toBe(able.listingTypes.length > 1);
    const table = within(screen.getByRole('table'));
    expect(table.queryAllByText(/tarifa/i)).toHaveLength(1);
    expect(table.queryAllByText(/frete desconhecido/i)).toHaveLength(1);
    // With unknown costs the margin is an upper bound.
    expect(table.queryAllByText(/^até/)).toHaveLength(1);
  },
);

test.each(connectors)(
  'wholesale prices of an ad on $name are offered if its marketplace has them',
  async (one) => {
    const body = publicationOn(one, [5990]);
    await renderScreen(() => <PublicationCard publication={body} />, {
      server: { ...publishServer(account, 10), 'publications.detail': { body } },
    });
    await screen.findByRole('table');
    expect(screen.queryAllByRole('region', { name: 'Atacado' })).toHaveLength(one.able.wholesale ? 1 : 0);
    if (!one.able.wholesale) return;
    fireEvent.click(await screen.findByRole('button', { name: 'Definir preços de atacado' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Preços de atacado/ }));
    const add = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Adicionar faixa' });
    for (let n = 0; n < one.able.wholesale.mostBands; n += 1) fireEvent.click(add);
    expect(dialog.getAllByLabelText(/^A partir de/)).toHaveLength(one.able.wholesale.mostBands);
    expect(add.disabled).toBe(true);
  },
);

test.each(connectors)('an ad of $name that is linked is priced with the known fees', async ({ able }) => {
  const ad: FoundAd = {
    ...{ remoteItem: 'R1', name: 'Caneca', link: '', price: 5990, status: 'active', category: category.id },
    ...{ type: 'classic', package: null, freeShipping: null, onePrice: !able.pricesDiffer },
    ...{ fulfilledByMarketplace: false, variations: [] },
  };
  const draft: DraftVariation = {
    ...{
      remoteVariation: 'R1',
      name: '',
      sku: 'S-1',
      gtin: '',
      before: { price: 5990, promotion: null, quantity: 2 },
    },
    ...{ package: null, suggestions: [], parts: [], taken: true, price: 5990, margin: null, leads: 'price' },
  };
  const ignore = () => undefined;
  await renderScreen(
    () => (
      <PriceStep
        account={{ id: 4, name: 'Loja' }}
        ad={ad}
        variations={[draft]}
        change={ignore}
        back={ignore}
        linked={ignore}
      />
    ),
    { server: publishServer({ ...account, capabilities: able }) },
  );
  const said = (await screen.findByRole('img', { name: /^De R\$/ })).getAttribute('aria-label') ?? '';
  expect(said.includes('Tarifa do marketplace desconhecido')).toBe(!able.quotesFee);
  expect(said.includes('Lucro até')).toBe(!able.quotesFee || !able.quotesFreight);
});

test.each(connectors)(
  'the account page of $name lists what it does not support',
  async ({ able, name, id }) => {
    const row = itemOf(api.marketplaceAccounts.list.response, 'items', {
      ...{ id: 4, name: 'Loja', marketplace: { id, name }, user: 'Loja', email: '', state: 'connected' },
      ...{
        stateReason: null,
        retryAt: null,
        authorizationEndsAt: null,
        pricePerVariation: false,
        capabilities: able,
        publications: 3,
      },
      ...{ floor: null, rates: null, reputation: null, connectedAt: at, parkedAnswers: [], version: 1 },
    });
    await renderScreen(AccountListPage, {
      server: {
        'marketplaceAccounts.list': listOf(row),
        'marketplaces.list': { body: { items: connectors.map((one) => ({ id: one.id, name: one.name })) } },
      },
    });
    const table = within(await screen.findByRole('table'));
    const told = (word: RegExp) => table.queryAllByText(word).length > 0;
    expect({
      labels: told(/^Indisponível neste marketplace: .*etiqueta/),
      questions: told(/^Indisponível neste marketplace: .*pergunta/),
      fees: told(/^Indisponível neste marketplace: .*tarifa/),
      freight: told(/^Indisponível neste marketplace: .*frete/),
      reputation: told(/^Indisponível neste marketplace: .*reputação/),
    }).toEqual({
      labels: !able.makesLabels,
      questions: !able.takesQuestions,
      fees: !able.quotesFee,
      freight: !able.quotesFreight,
      reputation: !able.tellsReputation,
    });
  },
);

test.each(connectors)(
  'stock locations of an account of $name are offered if it keeps stock by them',
  async (one) => {
    const { able, name, id } = one;
    const row = sampleOf(api.marketplaceAccounts.detail.response, {
      ...{ id: 4, name: 'Loja', marketplace: { id, name }, state: 'connected', capabilities: able },
      ...{ authorizationEndsAt: null, floor: null, rates: null },
    });
    await renderScreen(() => <AccountActions account={row} />, { server: {} });
    fireEvent.click(await screen.findByRole('button', { name: 'Mais ações' }));
    await screen.findByRole('menuitem', { name: 'Remover' });
    expect(screen.queryAllByRole('menuitem', { name: 'Locais de estoque' })).toHaveLength(
      able.originStock ? 1 : 0,
    );
  },
);

const reviewOf = ({ told: { reviews, longestReviewAnswer } }: Connector) =>
  itemOf(api.reviews.list.response, 'items', {
    ...{
      id: 3,
      rating: 4,
      title: 'Boa',
      text: 'Chegou bem',
      writtenAt: at,
      account: { id: 4, name: 'Loja' },
    },
    ...{ item: 'R1', publication: null, answer: null, reply: null },
    longestAnswer: reviews === 'answer' ? longestReviewAnswer : 0,
  });

test.each(connectors)(
  'a review on $name can be answered if the marketplace takes answers, within its limit',
  async (one) => {
    const { longestAnswer } = reviewOf(one);
    await renderScreen(() => <ReviewAnswer review={reviewOf(one)} />, { server: {} });
    const button = screen.queryByRole('button', { name: 'Responder' });
    expect([button !== null, shown(/não aceita respostas/)]).toEqual([
      longestAnswer > 0,
      longestAnswer === 0,
    ]);
    if (!button) return;
    fireEvent.click(button);
    await screen.findByText(new RegExp(`Até ${formatQuantity(longestAnswer)} caracteres`));
  },
);

const threads = connectors.filter(({ told: { questions, messages } }) =>
  `${questions}${messages}`.includes('answer'),
);

test.each(threads)('answers and messages count down from the limits of $name', async (one) => {
  const { questions, messages, longestAnswer, longestMessage } = one.told;
  const question = sampleOf(api.presales.detail.response, {
    ...{ id: 990_009, text: 'Tem azul?', askedAt: at, state: 'waiting', status: 'unanswered', onHold: false },
    ...{ account: { id: 4, name: 'Loja' }, item: 'R1', answer: null, reply: null, publication: null },
    ...{ longestAnswer, former: [], given: [] },
  });
  const chat = {
    id: 990_009,
    openings: [],
    longest: longestMessage,
    attachable: null,
    given: [],
    sale: null,
    publication: null,
    account: null,
  };
  await renderScreen(
    () => (
      <>
        {questions === 'answer' && <AnswerForm question={question} onNext={null} />}
        {messages === 'answer' && <WriteForm chat={chat} onNext={null} />}
      </>
    ),
    { server: { 'answerTemplates.list': { body: { items: [] } } } },
  );
  const left = (limit: number) => shown(new RegExp(`^Restam ${formatQuantity(limit)} caracteres`));
  expect(left(longestAnswer)).toBe(questions === 'answer');
  expect(left(longestMessage)).toBe(messages === 'answer');
  for (const [field, limit] of [
    [/^Resposta/, questions === 'answer' ? longestAnswer : 0],
    [/^Mensagem/, messages === 'answer' ? longestMessage : 0],
  ] as const) {
    if (limit === 0) continue;
    fireEvent.change(screen.getByRole('textbox', { name: field }), {
      target: { value: 'x'.repeat(limit + 1) },
    });
  }
  const sends = screen.getAllByRole<HTMLButtonElement>('button', { name: /^(Enviar|Responder)/ });
  expect(sends.every(({ disabled }) => disabled)).toBe(true);
});

describeAdvertisementsOfAll();
describeFulfillmentOfAll();
describeSalesOfAll();
describeConversationsOfAll();

/** Capabilities as the server derives them for other responses. */
const madeOfThem = [
  ...['longest', 'longestAnswer', 'mayWrite', 'openings', 'writesToBuyer'],
  ...['labelFormats', 'marketplaceReportsShipping'],
];

test('the suite renders every screen that reads a capability, and executes every place that reads one', () => {
  const names = ['capabilities', ...Object.keys(accountCapabilities.shape), ...madeOfThem];
  const { read, unread } = watched.placesOf(names);
  expect(unread).toEqual([]);
  expect(screensThatRead(names).filter((path) => !read.has(path))).toEqual([]);
  expect(read.size).toBeGreaterThan(20);
});
