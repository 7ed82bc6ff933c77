import { z } from 'zod';
import { publicationStates } from '../advertisements/publication-states.ts';
import { bulkOutcome } from '../bulk.ts';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { orderStatuses } from '../orders/order-states.ts';
import {
  centavos,
  count,
  countsQuery,
  id,
  idParams,
  instant,
  listQuery,
  oneLine,
  opaque,
  page,
  price,
  quantity,
  reference,
  text,
  typedDay,
} from '../primitives.ts';
import { imageReference, maxImageBytes } from '../products/image.ts';
import {
  chatAuthors,
  chatFileKinds,
  chatKinds,
  chatStates,
  chatTurns,
  claimActs,
  claimDetails,
  messageBlocks,
  returnSteps,
  sendReasons,
  sendStates,
} from './chat-states.ts';

export const chatFilter = {
  kind: { kind: 'choice', values: chatKinds },
  state: { kind: 'choice', values: chatStates },
  account: { kind: 'id' },
  order: { kind: 'id' },
  due: { kind: 'day' },
  opened: { kind: 'day' },
} as const satisfies FilterFields;
export const chatSorts = ['due', 'last'] as const;

export const chatRow = z
  .object({
    id,
    kind: z.enum(chatKinds),
    state: z.enum(chatStates),
    /** The state of the last own message or act, if the marketplace does not have it. */
    sending: z.enum(['sending', 'refused']).nullable(),
    /** The marketplace's reason why nobody may write. */
    block: z.enum(messageBlocks).nullable(),
    excerpt: z.string(),
    openedAt: instant,
    lastAt: instant,
    /** The deadline of an answer; `dueGiven`: set by the marketplace, otherwise by the product. */
    dueAt: instant.nullable(),
    dueGiven: z.boolean(),
    account: reference.nullable(),
    sale: z.object({ id, number: z.string(), items: z.string() }).nullable(),
    publication: z.object({ id, name: z.string(), image: imageReference.nullable() }).nullable(),
    /** Of a question: its own id, under which it is answered. */
    questionId: id.nullable(),
    /** Messages that a person marked as needing no answer. */
    handled: z.boolean(),
  })
  .meta({ id: 'ChatRow' });
export type ChatRow = z.output<typeof chatRow>;

const message = z.object({
  id,
  author: z.enum(chatAuthors),
  /** Acts on a claim, besides messages. */
  act: z.enum(claimActs).nullable(),
  choice: z.string().nullable(),
  text: z.string(),
  at: instant,
  /** The marketplace keeps it back. */
  withheld: z.boolean(),
  /** Its attachments. */
  files: z.array(z.object({ id, name: z.string(), contentType: z.string(), bytes: z.number().nullable() })),
  sending: z.enum(sendStates).nullable(),
  reason: z.enum(sendReasons).nullable(),
  /** The marketplace's own words. */
  detail: z.string(),
  by: z.string().nullable(),
});

const opening = z.object({
  id: z.string(),
  name: z.string(),
  /** Sent unchanged; null if the seller writes the text. */
  text: z.string().nullable(),
  longest: count,
});

const action = z.object({
  act: z.enum(claimActs).nullable(),
  /** The marketplace's own name. */
  name: z.string(),
  mandatory: z.boolean(),
  dueAt: instant.nullable(),
  choices: z.array(
    z.object({ id: z.string(), name: z.string(), amount: centavos.nullable(), needsPhoto: z.boolean() }),
  ),
  amount: z.object({ from: centavos, to: centavos }).nullable(),
  text: z.enum(['none', 'optional', 'required']),
  /** Further inputs. */
  asks: z.array(z.object({ detail: z.enum(claimDetails), required: z.boolean() })),
  /** It may be shown in photos. */
  takesPhotos: z.boolean(),
  /** The address for acts that are not possible here; empty if unknown. */
  page: z.string(),
  /** Files may be attached. */
  takesFiles: z.boolean(),
});

/** Units of one line of a sale. */
const lineUnits = z.strictObject({
  lineId: id,
  quantity: z.int('not_whole').min(0, 'too_small').max(1_000_000, 'too_big'),
});
export type LineUnits = z.output<typeof lineUnits>;

const claim = z.object({
  mediated: z.boolean(),
  reason: z.string(),
  detail: z.string(),
  outcome: z.string(),
  /** All that it is about: of a cart there may be several. */
  sales: z.array(z.object({ id, number: z.string() })),
  /** The claimed units; null if unknown. */
  units: z.array(lineUnits).nullable(),
  affectsReputation: z.boolean().nullable(),
  spareUntil: instant.nullable(),
  /** The allowed acts: the marketplace's own list. */
  actions: z.array(action),
  return: z
    .object({
      step: z.enum(returnSteps),
      status: z.string(),
      trackingCode: z.string(),
      toSeller: z.boolean(),
    })
    .nullable(),
});

const sale = z.object({
  id,
  number: z.string(),
  status: z.enum(orderStatuses),
  buyer: z.string(),
  totalCentavos: centavos,
  purchasedAt: instant,
  trackingCode: z.string(),
  returnExpected: z.boolean(),
  returnedAt: instant.nullable(),
  lines: z.array(
    z.object({
      id,
      title: z.string(),
      sku: z.string(),
      quantity,
      /** Its publication and sellable quantity; null if the ad is not ours. */
      variation: id.nullable(),
      stock: count.nullable(),
    }),
  ),
});

export const chatDetail = chatRow
  .extend({
    turn: z.enum(chatTurns).nullable(),
    blockDetail: z.string(),
    messages: z.array(message),
    /** Ways for the seller to begin; empty if any text is allowed, or none. */
    openings: z.array(opening),
    /** Whether a message may be written now, besides the text of an act on a claim. */
    mayWrite: z.boolean(),
    /** Maximum length of a message, or of a text in a claim. */
    longest: count,
    /** Allowed attachments; null: text only. */
    attachable: z.object({ kinds: z.array(z.enum(chatFileKinds)), mostBytes: count }).nullable(),
    claim: claim.nullable(),
    sale: sale.nullable(),
    publication: z
      .object({
        id,
        name: z.string(),
        image: imageReference.nullable(),
        advertisement: id,
        state: z.enum(publicationStates),
        link: z.string(),
        priceCentavos: centavos.nullable(),
        stock: count.nullable(),
      })
      .nullable(),
    /** Former answers, in other threads of this product or to similar questions, the most similar first. */
    given: z.array(z.object({ id, question: z.string(), answer: z.string(), sameProduct: z.boolean() })),
    /** Other threads of the same sale. */
    others: z.array(
      z.object({ id, kind: z.enum(chatKinds), state: z.enum(chatStates), excerpt: z.string() }),
    ),
  })
  .meta({ id: 'Chat' });
export type ChatDetail = z.output<typeof chatDetail>;
export type ChatAction = z.output<typeof action>;

/** The limit of the most generous marketplace; each has its own. */
export const longestMessageOfAll = 4000;
/** Threads that are marked together. */
const mostHandled = 500;
const clientId = opaque(60).min(8);
export const maxClaimPhotos = 5;
export const maxChatFiles = 5;
/** Of one file, even if the marketplace allows more. */
export const maxChatFileBytes = maxImageBytes;

/** Resource `chats`: the threads of every account in one inbox. */
export const chats = entity('chats', {
  list: endpoint({
    method: 'GET',
    path: '/chats',
    permission: 'chats.read',
    summary: 'Threads of every kind over all accounts, the nearest deadline first',
    query: listQuery,
    response: page(chatRow),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/chats/counts',
    permission: 'chats.read',
    summary:
      'Numbers of threads that wait for the seller, are due or overdue, and of messages being sent or refused, among those that a filter finds',
    query: countsQuery,
    response: z.object({ waiting: count, late: count, sending: count, refused: count, claims: count }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/chats/:id',
    permission: 'chats.read',
    summary: 'One thread: its messages and allowed acts, with its sale, stock and publication',
    params: idParams,
    response: chatDetail,
  }),
  file: endpoint({
    method: 'GET',
    path: '/chats/:id/files/:file',
    permission: 'chats.read',
    summary: 'An attachment of a message; pictures can be displayed, other files only saved',
    params: idParams.extend({ file: idParams.shape.id }),
    binary: 'file',
    errors: ['account_disconnected', 'marketplace_unavailable', 'marketplace_refused'],
  }),
  markHandled: endpoint({
    method: 'PATCH',
    path: '/chats/handled',
    permission: 'chats.answer',
    summary:
      'Marks messages of sales as needing no answer, or takes the mark back; a later message of the buyer waits again',
    body: z.strictObject({
      ids: z.array(id).min(1, 'required').max(mostHandled, 'too_big'),
      handled: z.boolean(),
    }),
    response: bulkOutcome,
    touches: ['postsales'],
  }),
  write: endpoint({
    method: 'POST',
    path: '/chats/:id/messages',
    permission: 'chats.answer',
    summary: 'Send a message to the buyer, by a job. The same `clientId` is sent once',
    params: idParams,
    body: z.strictObject({
      text: text(longestMessageOfAll),
      /** The option by which a thread starts, if the marketplace requires one. */
      opening: opaque(80).nullable().default(null),
      clientId,
    }),
    files: { max: maxChatFiles, maxBytes: maxChatFileBytes, accept: 'document' },
    response: chatDetail,
    errors: ['account_disconnected', 'state_conflict', 'unsupported_media_type'],
  }),
});

/** Resource `postsales`: threads after a sale. Its ids are those of the threads. */
export const postsales = entity('postsales', {
  list: endpoint({
    method: 'GET',
    path: '/postsales',
    permission: 'postsales.read',
    summary: 'Messages, claims, returns and cancellations of sales',
    query: listQuery,
    response: page(chatRow),
  }),
  open: endpoint({
    method: 'POST',
    path: '/postsales',
    permission: 'postsales.answer',
    summary: 'The messages of a sale, read from its marketplace, with the allowed ways to begin',
    body: z.strictObject({ order: id }),
    response: z.object({ id }),
    errors: ['state_conflict', 'account_disconnected', 'unavailable'],
    touches: ['chats'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/postsales/:id/decide',
    permission: 'postsales.answer',
    summary: 'Act on a claim as the marketplace allows now, by a job. The same `clientId` acts once',
    params: idParams,
    body: z.strictObject({
      act: z.enum(claimActs),
      choice: opaque(80).nullable().default(null),
      amountCentavos: price.nullable().default(null),
      text: text(longestMessageOfAll).default(''),
      /** The units that come back, if the marketplace does not say; null: everything. */
      units: z.array(lineUnits).max(200, 'too_big').nullable().default(null),
      details: z
        .strictObject({
          shippedOn: typedDay.optional(),
          deliveredOn: typedDay.optional(),
          dispatchOn: typedDay.optional(),
          carrier: oneLine(80).optional(),
          trackingCode: oneLine(60).optional(),
          receiver: oneLine(120).optional(),
        })
        .default({}),
      clientId,
    }),
    files: { max: Math.max(maxClaimPhotos, maxChatFiles), maxBytes: maxChatFileBytes, accept: 'document' },
    response: chatDetail,
    errors: [
      'state_conflict',
      'account_disconnected',
      'photo_required',
      'not_an_image',
      'image_too_big',
      'storage_full',
      'unsupported_media_type',
    ],
    touches: ['chats', 'orders'],
  }),
});
export type Decision = z.output<typeof postsales.decide.body>;
export type DecisionDetails = Decision['details'];
