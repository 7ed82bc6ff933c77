import { addMinutes } from '#contract/dates.ts';
import type { App } from '#server/app.ts';
import type { Tx } from '#server/db/transaction.ts';
import { storeClaim, storeThread } from '#server/marketplaces/chats/store-chats.ts';
import { storeReviews } from '#server/marketplaces/reviews/store-reviews.ts';
import {
  type ClaimAction,
  type MarketplaceClaim,
  type MarketplaceMessage,
  type MarketplaceReview,
  type MessageThread,
  plainAction,
} from '#server/outside/marketplaces/conversations.ts';
import type { Dice } from './dice.ts';
import type { Team } from './people.ts';

type Sale = { id: number; number: string };
type Line = readonly [by: MarketplaceMessage['by'], minutesAgo: number, text: string];

const hour = 60;
const day = 24 * hour;

/** What buyers of sales that are over wrote and claimed, in every state; as if it had been read at the marketplace. */
export async function makeConversations(
  app: App,
  seller: Team,
  accountId: number,
  dice: Dice,
): Promise<void> {
  const { businessId } = seller;
  const account = { businessId, accountId };
  await app.database.transact({ businessId }, async (tx) => {
    const sales = await findSales(tx, businessId, accountId);
    for (const [index, lines] of talks.entries()) {
      const sale = sales[index];
      if (sale) await storeThread(tx, account, threadOf(tx.now(), sale, lines), tx.now());
    }
    for (const [index, claim] of claims.entries()) {
      const sale = sales[talks.length + index];
      if (sale) await storeClaim(tx, account, claimOf(tx.now(), sale, index, claim), tx.now());
    }
    const items = await findItems(tx, accountId);
    if (items.length > 0) await storeReviews(tx, account, reviewsOf(tx.now(), items, dice), tx.now());
  });
}

function findSales(tx: Tx, businessId: number, accountId: number): Promise<Sale[]> {
  return tx.db
    .selectFrom('orders')
    .select(['id', 'remote_order_id as number'])
    .where('business_id', '=', businessId)
    .where('account_id', '=', accountId)
    .where('status', 'in', ['sent', 'complete'])
    .where('remote_order_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(talks.length + claims.length)
    .$castTo<Sale>()
    .execute();
}

async function findItems(tx: Tx, accountId: number): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('publications')
    .select('remote_item_id')
    .where('account_id', '=', accountId)
    .where('remote_item_id', 'is not', null)
    .orderBy('id')
    .limit(6)
    .execute();
  return rows.flatMap((row) => row.remote_item_id ?? []);
}

type Talk = { lines: readonly Line[]; blocked?: MessageThread['blocked'] };

const talks: readonly Talk[] = [
  { lines: [['buyer', 35, 'Oi! Meu pedido ainda não chegou, podem verificar o rastreio?']] },
  { lines: [['buyer', 5 * hour, 'Vocês mandam a nota fiscal por aqui?']] },
  {
    lines: [
      ['buyer', 2 * day, 'A cor é igual à da foto?'],
      ['seller', 2 * day - hour, 'É sim! As fotos são do próprio produto.'],
      ['buyer', 26 * hour, 'Ótimo. E dá para trocar o endereço de entrega?'],
    ],
  },
  {
    lines: [
      ['buyer', day, 'Chegou tudo certinho, obrigada!'],
      ['seller', 20 * hour, 'Que bom! Se puder, avalie o produto. Qualquer coisa estamos aqui.'],
    ],
  },
  {
    lines: [
      ['buyer', 3 * day, 'Veio sem o manual.'],
      ['seller', 3 * day - 2 * hour, 'Segue o link do manual em PDF. Desculpe o transtorno!'],
    ],
  },
  {
    lines: [
      ['seller', 40 * day, 'Seu pedido foi enviado hoje.'],
      ['buyer', 38 * day, 'Recebido, valeu!'],
    ],
    blocked: { reason: 'time_over', detail: 'blocked_by_time' },
  },
];

function threadOf(now: Date, sale: Sale, { lines, blocked = null }: Talk): MessageThread {
  return { remoteId: sale.number, messages: messagesOf(now, sale, lines), blocked, openings: [] };
}

const messagesOf = (now: Date, { number }: Sale, lines: readonly Line[]): MarketplaceMessage[] =>
  lines.map(([by, minutes, text], index) => ({
    remoteId: `demo-${number}-${index}`,
    by,
    text,
    at: addMinutes(now, -minutes),
    withheld: false,
    files: [],
  }));

const action = (act: ClaimAction['act'], name: string, more: Partial<ClaimAction> = {}): ClaimAction => ({
  ...{ ...plainAction, act, name, ...more },
});

type Claimed = Partial<MarketplaceClaim> & { lines: readonly Line[]; dueIn?: number };

const parts = [25, 50, 75].map((part) => ({
  id: `${part}`,
  name: `${part}%`,
  amount: null,
  needsPhoto: false,
}));

const claims: readonly Claimed[] = [
  {
    reason: 'O produto chegou com defeito',
    detail: 'Responda ao comprador. Ele espera uma solução.',
    dueIn: 20 * hour,
    turn: 'us',
    reputation: { affected: true, spareUntil: null },
    actions: [
      action('message_buyer', 'send_message_to_complainant', { mandatory: true, text: 'required' }),
      action('refund', 'refund'),
      action('refund_part', 'allow_partial_refund', { choices: parts }),
      action('accept_return', 'allow_return'),
    ],
    lines: [['buyer', 6 * hour, 'A caneca chegou lascada na borda. Quero trocar ou o dinheiro de volta.']],
  },
  {
    kind: 'return',
    reason: 'O comprador se arrependeu',
    detail: 'O comprador já postou a devolução.',
    turn: 'buyer',
    lines: [['buyer', 4 * day, 'Não gostei do tamanho, vou devolver.']],
    return: {
      remoteId: 'demo-return-1',
      step: 'on_the_way',
      status: 'shipped',
      trackingCode: 'BR982347123BR',
      toSeller: true,
      updatedAt: null,
    },
  },
  {
    reason: 'O produto não chegou',
    detail: 'O mediador está analisando o caso.',
    mediated: true,
    turn: 'marketplace',
    actions: [action('message_mediator', 'send_message_to_mediator', { text: 'required' })],
    lines: [
      ['buyer', 5 * day, 'Consta entregue, mas não recebi.'],
      ['seller', 5 * day - hour, 'O rastreio mostra a entrega na portaria. Pode conferir com o porteiro?'],
      ['marketplace', 2 * day, 'Vamos verificar com a transportadora.'],
    ],
  },
  {
    kind: 'cancellation',
    reason: 'Compra cancelada pelo comprador',
    isOpen: false,
    turn: null,
    outcome: 'payment_refunded',
    lines: [],
  },
  {
    reason: 'O produto é diferente do anunciado',
    isOpen: false,
    turn: null,
    outcome: 'worked_out_with_seller',
    lines: [
      ['buyer', 12 * day, 'Pedi azul e veio verde.'],
      ['seller', 12 * day - hour, 'Enviamos a azul hoje mesmo, pode ficar com a verde.'],
    ],
  },
];

function claimOf(
  now: Date,
  sale: Sale,
  index: number,
  { lines, dueIn, ...facts }: Claimed,
): MarketplaceClaim {
  const dueAt = dueIn === undefined ? null : addMinutes(now, dueIn);
  const messages = messagesOf(now, sale, lines);
  return {
    remoteId: `demo-claim-${index}`,
    kind: 'claim',
    about: { what: 'order', id: sale.number },
    units: null,
    isOpen: true,
    turn: 'us',
    mediated: false,
    reason: '',
    detail: '',
    openedAt: messages[0]?.at ?? addMinutes(now, -9 * day),
    updatedAt: messages.at(-1)?.at ?? addMinutes(now, -8 * day),
    outcome: '',
    reputation: null,
    return: null,
    messages,
    ...facts,
    dueAt,
    actions: (facts.actions ?? []).map((one) => ({ ...one, dueAt: one.mandatory ? dueAt : null })),
  };
}

const said: readonly (readonly [rating: number, title: string, text: string])[] = [
  [5, 'Excelente', 'Produto igual ao anúncio, chegou antes do prazo.'],
  [5, '', 'Muito bonito e bem embalado.'],
  [4, 'Bom', 'Bom acabamento, só achei um pouco menor do que imaginava.'],
  [5, 'Recomendo', ''],
  [3, 'Regular', 'A cor é um pouco diferente da foto.'],
  [1, 'Veio quebrado', 'Chegou lascado e a caixa estava amassada.'],
  [2, '', 'Demorou muito para chegar.'],
];

function reviewsOf(now: Date, items: readonly string[], dice: Dice): MarketplaceReview[] {
  return items.flatMap((itemId, place) =>
    said.slice(0, 7 - (place % 4)).map(([rating, title, text], index) => ({
      remoteId: `demo-review-${place}-${index}`,
      ...{ itemId, rating, title, text },
      at: addMinutes(now, -dice.between(day, 40 * day)),
      reply: null,
    })),
  );
}
