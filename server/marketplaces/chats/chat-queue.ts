import { z } from 'zod';
import type { Tx } from '#server/db/transaction.ts';

export const chatName = z.object({
  businessId: z.number(),
  accountId: z.number(),
  source: z.enum(['messages', 'claim']),
  remoteId: z.string(),
});
export type ChatName = z.output<typeof chatName>;

/** Under these names, each before its id, is set aside what cannot be read of a claim. */
export const partsOfClaim = [
  'claim',
  'detail of claim',
  'effect of claim',
  'messages of claim',
  'return',
] as const;

/** Reads a thread at its marketplace, in its turn. */
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

/** Finds the threads of a message that a notification names, and asks for them. */
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
    // What is said in one thread is said in the order in which it was written.
    queue: `chat:${chatId}`,
    maxAttempts: 8,
  });
}
