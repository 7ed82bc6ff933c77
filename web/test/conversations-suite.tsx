import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ChatDetail } from '#contract/marketplaces/chat.ts';
import type { ReputationView } from '#contract/marketplaces/reputation.ts';
import { ChatThread } from '../marketplaces/chats/ChatThread.tsx';
import AccountPage from '../marketplaces/doctor/AccountPage.tsx';
import { paths } from '../paths.ts';
import { formatQuantity } from '../quantity.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import { type Connector, connectors } from './connectors.ts';
import { itemOf, sampleOf } from './sample.ts';

const at = '2026-11-20T12:00:00.000Z';
const unread: Omit<ReputationView, 'isTold'> = {
  ...{ readAt: null, failedAt: null, failure: null, risk: null, reading: null },
  ...{ figures: [], threats: { counts: [], items: [] }, days: [] },
};
const account = { id: 4, name: 'Loja' };
const offered = {
  mandatory: false,
  dueAt: null,
  choices: [],
  amount: null,
  asks: [],
  takesPhotos: false,
  takesFiles: false,
  page: '',
};

const thread = sampleOf(api.chats.detail.response, {
  ...{ id: 990_010, kind: 'message', state: 'waiting_us', sending: null, block: null, excerpt: 'Oi' },
  ...{ openedAt: at, lastAt: at, dueAt: null, dueGiven: false, account, sale: null, publication: null },
  ...{
    questionId: null,
    handled: false,
    turn: 'us',
    blockDetail: '',
    messages: [],
    openings: [],
    mayWrite: false,
  },
  ...{ longest: 0, attachable: null, claim: null, given: [], others: [] },
});

const soldTwo: NonNullable<ChatDetail['sale']> = {
  ...{ id: 990_011, number: '2000', status: 'complete', buyer: 'Ana', totalCentavos: 9980, purchasedAt: at },
  ...{ trackingCode: '', returnExpected: false, returnedAt: null },
  lines: [{ id: 31, title: 'Caneca', sku: 'CAN', quantity: 2, variation: null, stock: null }],
};

const claimOn = ({ told }: Connector) =>
  sampleOf(api.chats.detail.response, {
    ...{ ...thread, kind: 'return', longest: told.longestClaimMessage },
    claim: {
      ...{ mediated: false, reason: 'Defeito', detail: '', outcome: '', affectsReputation: null },
      ...{ spareUntil: null, sales: [], units: null, return: null },
      actions: [
        { ...offered, act: 'refund', name: 'refund', text: 'optional' },
        { ...offered, act: null, name: 'evidence', text: 'none' },
      ],
    },
  });

const payoutsOn = ({ told }: Connector) =>
  sampleOf(api.payoutReadings.detail.response, {
    ...{ isTold: told.tellsPayouts, isReading: false, readAt: null, through: null },
    ...{ failedAt: '2026-11-25T12:00:00.000Z', failure: 'month_closed' },
  });

const doctorOn = ({ able, told, id, name }: Connector) => {
  const row = itemOf(api.marketplaceAccounts.list.response, 'items', {
    ...{ ...account, marketplace: { id, name }, user: 'Loja', email: '', state: 'connected' },
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
  const swept = { at, isLate: false };
  return sampleOf(api.accountDoctors.detail.response, {
    ...{ account: row, findings: [], topics: [], missed: null, failedAds: [], clockAheadMilliseconds: null },
    ...{ waitingPushes: { count: 0, oldestAt: null }, calls: [] },
    token: { issuedAt: at, expiresAt: told.accessEnds ? at : null },
    sweeps: [
      { what: 'orders', ...swept },
      ...(told.questions === 'none' ? [] : [{ what: 'questions' as const, ...swept }]),
    ],
  });
};

const open = (chat: ChatDetail) =>
  renderScreen(
    () => <ChatThread id={chat.id} onNext={null} onDone={() => undefined} onAnswered={() => undefined} />,
    {
      server: { 'chats.detail': { body: chat }, 'answerTemplates.list': { body: { items: [] } } },
    },
  );

export function describeConversationsOfAll(): void {
  test.each(connectors)(
    'a thread of $name has a text field if the marketplace takes messages',
    async (one) => {
      const mayWrite = one.told.messages === 'answer';
      await open({ ...thread, mayWrite, longest: one.told.longestMessage });
      await screen.findByText(mayWrite ? /^Restam .* caracteres$/ : 'O comprador precisa escrever primeiro.');
      expect(screen.queryByRole('textbox', { name: 'Mensagem' }) !== null).toBe(mayWrite);
    },
  );

  test.each(connectors)('files can be attached to a message on $name if it takes them', async (one) => {
    const { messageFiles: attachable, longestMessage: longest } = one.told;
    const message = {
      ...{ id: 1, author: 'buyer' as const, act: null, choice: null, text: 'Oi', at, withheld: false },
      ...{ sending: null, reason: null, detail: '', by: null },
      files: [{ id: 7, name: 'caixa.png', contentType: 'image/png', bytes: 2100 }],
    };
    const { calls } = await open({
      ...{ ...thread, mayWrite: true, longest, attachable, messages: [message] },
    });
    const link = await screen.findByRole('link', { name: /caixa\.png.*2,1\sKB/ });
    expect(link.getAttribute('href')).toBe(`/api/chats/${thread.id}/files/7`);
    const field = document.querySelector<HTMLInputElement>('input[type=file]');
    expect(field !== null).toBe(attachable !== null);
    if (!field || !attachable) return;
    fireEvent.change(screen.getByRole('textbox', { name: 'Mensagem' }), { target: { value: 'Segue' } });
    const choose = (name: string, type: string) =>
      fireEvent.change(field, { target: { files: [new File(['%PDF-'], name, { type })] } });
    choose('nota.exe', 'application/x-msdownload');
    await screen.findAllByText('O marketplace não aceita este tipo de arquivo: nota.exe.');
    expect(screen.getByRole('button', { name: 'Enviar' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('textbox', { name: 'Mensagem' })).toHaveProperty('value', 'Segue');
    choose('nota.pdf', 'application/pdf');
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(calls.filter(({ endpoint }) => endpoint === 'chats.write')).toHaveLength(1));
  });

  const claims = connectors.filter(({ told }) => told.claims === 'answer');
  test.each(claims)(
    "a claim on $name shows the available acts, with the marketplace's text limits",
    async (one) => {
      const { longestClaimMessage: longest } = one.told;
      const { calls } = await open(claimOn(one));
      const panel = within(await screen.findByRole('region', { name: 'O que você pode fazer agora' }));
      expect(panel.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Reembolsar']);
      panel.getByText(/evidence/);
      fireEvent.click(panel.getByRole('button', { name: 'Reembolsar' }));
      const dialog = within(await screen.findByRole('dialog'));
      dialog.getByText(`Até ${formatQuantity(longest)} caracteres.`);
      fireEvent.change(dialog.getByRole('textbox', { name: /^Mensagem/ }), {
        target: { value: 'x'.repeat(longest + 3) },
      });
      fireEvent.click(dialog.getByRole('button', { name: 'Confirmar' }));
      await dialog.findByText('3 caracteres a mais');
      expect(calls.filter(({ endpoint }) => endpoint === 'postsales.decide')).toEqual([]);
    },
  );

  test('an act that only the marketplace offers is explained, with a link to it', async () => {
    const [one] = claims;
    if (!one) return;
    const { claim, ...chat } = claimOn(one);
    const page = 'https://market.example/vendas/2000';
    const actions = [
      { ...offered, act: null, name: 'send_tracking_number', text: 'none' as const, page },
      { ...offered, act: null, name: 'recontact', text: 'none' as const },
    ];
    await open({ ...chat, claim: claim && { ...claim, actions } });
    await screen.findByText('Só no site do marketplace: informar o código de rastreio');
    screen.getByText('Só no site do marketplace: falar de novo com o comprador');
    expect(screen.getByRole('link', { name: 'Abrir no marketplace' }).getAttribute('href')).toBe(page);
  });

  test("proof of shipment asks for the required fields in the reader's language", async () => {
    const [one] = claims;
    if (!one) return;
    const { claim, ...chat } = claimOn(one);
    const proof = {
      ...{ ...offered, act: 'prove_shipping' as const, name: 'add_shipping_evidence', text: 'none' as const },
      choices: [{ id: 'entrusted', name: 'entrusted', amount: null, needsPhoto: false }],
      asks: [
        { detail: 'shippedOn' as const, required: true },
        { detail: 'trackingCode' as const, required: false },
      ],
    };
    const { calls } = await open({ ...chat, claim: claim && { ...claim, actions: [proof] } });
    fireEvent.click(await screen.findByRole('button', { name: 'Comprovar o envio' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByDisplayValue('Transportadora');
    fireEvent.change(dialog.getByRole('textbox', { name: /^Enviado em/ }), {
      target: { value: '20/11/2026' },
    });
    fireEvent.change(dialog.getByRole('textbox', { name: 'Código de rastreio' }), {
      target: { value: 'BR99' },
    });
    fireEvent.click(dialog.getByRole('button', { name: 'Confirmar' }));
    const details = { shippedOn: '2026-11-20', trackingCode: 'BR99' };
    await waitFor(() =>
      expect(calls.filter(({ endpoint }) => endpoint === 'postsales.decide')).toMatchObject([
        { body: { act: 'prove_shipping', choice: 'entrusted', details } },
      ]),
    );
  });

  test('a message in a claim can use a template or a former answer', async () => {
    const [one] = claims;
    if (!one) return;
    const { claim, ...chat } = claimOn(one);
    const actions = [{ ...offered, act: 'message_buyer' as const, name: 'say', text: 'required' as const }];
    const given = [{ id: 4, question: 'Veio quebrada', answer: 'Mandamos outra.', sameProduct: true }];
    await renderScreen(
      () => <ChatThread id={chat.id} onNext={null} onDone={() => undefined} onAnswered={() => undefined} />,
      {
        server: {
          'chats.detail': { body: { ...chat, given, sale: soldTwo, claim: claim && { ...claim, actions } } },
          'answerTemplates.list': {
            body: { items: [{ id: 1, name: 'Desculpas', text: 'Olá {comprador}, sentimos muito.' }] },
          },
        },
      },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Enviar mensagem ao comprador' }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByRole('textbox', { name: /^Mensagem/ });
    fireEvent.click(dialog.getByRole('button', { name: 'Modelos' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Desculpas' }));
    await waitFor(() => expect(field).toHaveProperty('value', 'Olá Ana, sentimos muito.'));
    fireEvent.click(dialog.getByRole('button', { name: /Mandamos outra/ }));
    expect(field).toHaveProperty('value', 'Mandamos outra.');
  });

  test.each(claims)(
    'asks for the returned quantity of a sale of $name if the marketplace did not report it',
    async (one) => {
      const { claim, ...chat } = claimOn(one);
      const actions = [
        { ...offered, act: 'accept_return' as const, name: 'allow_return', text: 'none' as const },
      ];
      const { calls } = await open({ ...chat, claim: claim && { ...claim, actions }, sale: soldTwo });
      fireEvent.click(await screen.findByRole('button', { name: 'Aceitar a devolução' }));
      const dialog = within(await screen.findByRole('dialog'));
      const asked = dialog.getByRole('textbox', { name: /^Unidades a devolver: Caneca/ });
      expect(asked).toHaveProperty('value', '2');
      fireEvent.change(asked, { target: { value: '1' } });
      fireEvent.click(dialog.getByRole('button', { name: 'Confirmar' }));
      await waitFor(() =>
        expect(calls.filter(({ endpoint }) => endpoint === 'postsales.decide')).toMatchObject([
          { body: { act: 'accept_return', units: [{ lineId: 31, quantity: 1 }] } },
        ]),
      );
    },
  );

  test.each(connectors)('the page of an account of $name lists its capabilities', async (one) => {
    const { told } = one;
    await renderScreen(AccountPage, {
      screen: paths.marketplaces.account,
      at: paths.marketplaces.account(account.id),
      server: {
        'accountDoctors.detail': { body: doctorOn(one) },
        'reputations.detail': { body: { ...unread, isTold: one.able.tellsReputation } },
        'payoutReadings.detail': { body: payoutsOn(one) },
        'marketplaces.list': { body: { items: [] } },
      },
    });
    await screen.findByRole('heading', { name: 'Loja' });
    await waitFor(() =>
      expect({
        payouts: screen.queryByText(/Falhou em 25\/11\/2026/) !== null,
        next: screen.queryByText(/Reabra o mês e leia de novo/) !== null,
        lasts: screen.queryByText(/Válido até ser cancelado/) !== null,
        ends: screen.queryByText(/Vale até \d/) !== null,
        questions: screen.queryByRole('cell', { name: 'perguntas' }) !== null,
      }).toEqual({
        ...{ payouts: told.tellsPayouts, next: told.tellsPayouts },
        ...{ lasts: !told.accessEnds, ends: told.accessEnds, questions: told.questions !== 'none' },
      }),
    );
  });
}
