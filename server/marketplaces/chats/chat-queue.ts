import { z } from 'zod';
import type { Tx } from '#server/db/transaction.ts';

export const chatName = z.object({
  businessId: z.number(),
  accountId: z.number(),
  source: z.enum(['messages', 'claim']),
  remoteId: z.string(),
});
export type ChatName = z.output<typeof chatName>;

/** Names under which unreadable parts of a claim are parked, each followed by its id. */
export const partsOfClaim = [
  'claim',
  'detail of claim',
  'effect of claim',
  'messages of claim',
  'return',
] as const;

/** Reads a thread at its marketplace, in the order of the account's queue. */
export function enqueueChat(tx: Tx, chat: ChatName): void {
  tx.enqueue({
    task: 'chats.fetch',
    payload: chat,
    key: `chat:${chat.accountId}:${chat.source}:${chat.remoteId}`,
  });
}

export const messageName = z.object({
  businessId: z.number(),
  accountId: z.number(),
  messageId: z.string(),
});

/** Finds the threads of the message that a notification names, and enqueues them. */
export function enqueueMessage(tx: Tx, message: z.output<typeof messageName>): void {
  tx.enqueue({
    task: 'chats.find',
    payload: message,
    key: `message:${message.accountId}:${message.messageId}`,
  });
}

export function enqueueSend(tx: Tx, businessId: number, messageId: number, chatId: number): void {
  tx.enqueue({
    task: 'chats.send',
    payload: { businessId, messageId },
    key: `send:${messageId}`,
    // Messages of one thread are sent in the order in which they were written.
    queue: `chat:${chatId}`,
    maxAttempts: 8,
  });
}
