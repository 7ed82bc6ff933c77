import { type Day, dayOf } from '#contract/dates.ts';
import type { ChatAction, Decision, DecisionDetails, LineUnits } from '#contract/marketplaces/chat.ts';
import { type ClaimAct, claimDetails, messageActs, returnActs } from '#contract/marketplaces/chat-states.ts';
import type { PutFile } from '#server/business/files/kept-file.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { Fault, type FieldCodes, fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { Outside } from '#server/outside/outside.ts';
import { capabilitiesOf } from '../account-capabilities.ts';
import { checkAttachments, keepAttachments } from './attachments.ts';
import { type LockedChat, lockChat } from './chat.queries.ts';
import { openingsOf } from './chat.ts';
import { enqueueSend } from './chat-queue.ts';
import { summarize } from './store-messages.ts';

type Written = { text: string; opening: string | null; clientId: string; files: readonly PutFile[] };

/** The text waits in the queue; a repeated call with the same `clientId` writes it once. */
export async function writeMessage(
  tx: Tx,
  actor: Actor,
  id: number,
  { text, opening, clientId, files }: Written,
  outside: Outside,
): Promise<void> {
  const chat = await lockOpen(tx, id, 'messages');
  if (await isKnown(tx, actor, id, clientId)) return;
  const limits = capabilitiesOf(outside, chat);
  if (limits.messages !== 'answer') fail('state_conflict');
  const begins = openingsOf(chat.openings);
  const chosen = begins.find((one) => one.id === opening);
  if (opening !== null && !chosen) fail('state_conflict');
  if (chosen === undefined && chat.block_reason === 'needs_opening') invalidField('opening', 'required');
  const said = chosen?.text ?? text;
  if (said === '' && chosen?.text == null) invalidField('text', 'required');
  if (said.length > (chosen?.longest ?? limits.longestMessage)) invalidField('text', 'too_long');
  // An opening is a message written by the marketplace: it takes no attachments.
  checkAttachments(opening === null ? limits.messageFiles : null, files);
  const values = { text: said, opening, client_id: clientId };
  await keepAttachments(tx, actor, await insertOwn(tx, actor, id, values), files);
}

/** Only the actions that the marketplace allows for a claim now. */
export async function decideClaim(
  tx: Tx,
  actor: Actor,
  id: number,
  body: Decision,
  /** Pictures as evidence of a claim, otherwise attachments of the message. */
  sent: { photos: readonly number[]; files: readonly PutFile[] },
  outside: Outside,
): Promise<void> {
  const chat = await lockOpen(tx, id, 'claim');
  if (await isKnown(tx, actor, id, body.clientId)) return;
  const actions = (chat.actions ?? []) as ChatAction[];
  const action = actions.find((one) => one.act === body.act) ?? fail('state_conflict');
  const limits = capabilitiesOf(outside, chat);
  if (limits.claims !== 'answer') fail('state_conflict');
  const { photos, files } = sent;
  checkDecision(action, body, photos.length, tx.now());
  checkAttachments(action.takesFiles ? limits.claimFiles : null, files);
  if (body.text.length > limits.longestClaimMessage) invalidField('text', 'too_long');
  const isMessage = isMessageAct(body.act);
  const values = {
    text: body.text,
    act: body.act,
    choice: body.choice,
    amount_centavos: body.amountCentavos,
    details: JSON.stringify(body.details),
    client_id: body.clientId,
  };
  // The marketplace accepts only the first of two decisions on one claim.
  if (!isMessage && (await hasDecisionOnItsWay(tx, id))) fail('state_conflict');
  if (body.units) await storeClaimedUnits(tx, chat, body.act, body.units);
  const messageId = await insertOwn(tx, actor, id, values);
  await keepAttachments(tx, actor, messageId, files);
  if (photos.length === 0) return;
  await tx.db
    .insertInto('chat_images')
    .values(
      photos.map((imageId) => ({ business_id: actor.businessId, message_id: messageId, image_id: imageId })),
    )
    .execute();
}

/** Units that come back, for a claim of which the marketplace does not state them. */
async function storeClaimedUnits(tx: Tx, chat: LockedChat, act: ClaimAct, units: LineUnits[]): Promise<void> {
  if (chat.order_id === null || chat.units !== null || !returnActs.some((one) => one === act))
    invalidField('units', 'invalid');
  const lines = await tx.db
    .selectFrom('order_lines')
    .select(['id', 'quantity'])
    .where('order_id', 'in', (claimed) =>
      claimed.selectFrom('claim_sales').select('order_id').where('chat_id', '=', chat.id),
    )
    .execute();
  const sold = new Map(lines.map(({ id, quantity }) => [id, quantity]));
  if (units.some(({ lineId, quantity }) => quantity > (sold.get(lineId) ?? -1)))
    invalidField('units', 'too_big');
  if (units.every(({ quantity }) => quantity === 0)) invalidField('units', 'required');
  await tx.db
    .updateTable('claims')
    .set({ units: JSON.stringify(units) })
    .where('chat_id', '=', chat.id)
    .execute();
}

export const isMessageAct = (act: ClaimAct) => messageActs.some((one) => one === act);

function checkDecision(action: ChatAction, body: Decision, photos: number, now: Date): void {
  if (action.text === 'required' && body.text === '') invalidField('text', 'required');
  if (action.text === 'none' && body.text !== '') invalidField('text', 'invalid');
  const chosen = action.choices.find(({ id }) => id === body.choice);
  if (action.choices.length > 0 && !chosen)
    invalidField('choice', body.choice === null ? 'required' : 'invalid');
  if (chosen?.needsPhoto && photos === 0) fail('photo_required');
  checkDetails(action, body.details, dayOf(now));
  if (!action.amount) return;
  const amount = body.amountCentavos ?? invalidField('amountCentavos', 'required');
  if (amount < action.amount.from) invalidField('amountCentavos', 'too_small');
  if (amount > action.amount.to) invalidField('amountCentavos', 'too_big');
}

/** A promised date is in the future, a reported one in the past. */
function checkDetails({ asks }: ChatAction, details: DecisionDetails, today: Day): void {
  const faults: FieldCodes = {};
  const { dispatchOn, shippedOn, deliveredOn } = details;
  if (dispatchOn && dispatchOn < today) faults.dispatchOn = 'date_past';
  if (shippedOn && shippedOn > today) faults.shippedOn = 'date_invalid';
  if (deliveredOn && deliveredOn > today) faults.deliveredOn = 'date_invalid';
  for (const detail of claimDetails) {
    const asked = asks.find((one) => one.detail === detail);
    if (asked?.required && !details[detail]) faults[detail] = 'required';
    if (!asked && details[detail] !== undefined) faults[detail] = 'invalid';
  }
  if (Object.keys(faults).length > 0) throw new Fault('invalid', { fields: { details: faults } });
}

async function lockOpen(tx: Tx, id: number, source: 'messages' | 'claim'): Promise<LockedChat> {
  const chat = (await lockChat(tx, id)) ?? fail('not_found');
  if (chat.removed_at || chat.account_state !== 'connected') fail('account_disconnected');
  if (chat.source !== source || chat.status !== 'open') fail('state_conflict');
  return chat;
}

async function isKnown(tx: Tx, actor: Actor, chatId: number, clientId: string): Promise<boolean> {
  const known = await tx.db
    .selectFrom('chat_messages')
    .select('chat_id')
    .where('business_id', '=', actor.businessId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (known && known.chat_id !== chatId) fail('state_conflict');
  return known !== undefined;
}

async function hasDecisionOnItsWay(tx: Tx, chatId: number): Promise<boolean> {
  const found = await tx.db
    .selectFrom('chat_messages')
    .select('id')
    .where('chat_id', '=', chatId)
    .where('send_state', '=', 'sending')
    .where('act', 'is not', null)
    .where('act', 'not in', messageActs)
    .executeTakeFirst();
  return found !== undefined;
}

type OwnValues = {
  text: string;
  client_id: string;
  opening?: string | null;
  act?: string;
  choice?: string | null;
  amount_centavos?: number | null;
  details?: string;
};

async function insertOwn(tx: Tx, actor: Actor, chatId: number, values: OwnValues): Promise<number> {
  const { id } = await tx.db
    .insertInto('chat_messages')
    .values({
      ...values,
      business_id: actor.businessId,
      chat_id: chatId,
      author: 'seller',
      at: tx.now(),
      send_state: 'sending',
      written_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violatedConstraint(error)?.includes('client_id')) return fail('state_conflict');
      throw error;
    });
  await summarize(tx, chatId);
  enqueueSend(tx, actor.businessId, id, chatId);
  tx.changed(actor.businessId, 'chats');
  return id;
}
