import { isFields } from '../reading.ts';

export type MailMessage = {
  id: number;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  receivedAt: string;
  attachments: { name: string; type: string; bytes: number }[];
};

export type MailBox = { nextId: number; messages: MailMessage[] };

const KEPT_MESSAGES = 500;

export const restoreMailBox = (found: unknown): MailBox =>
  // The sandbox's own earlier snapshot, read back unchanged.
  isFields(found) && Array.isArray(found.messages) ? (found as MailBox) : { nextId: 1, messages: [] };

export const keepMessage = (box: MailBox, message: Omit<MailMessage, 'id'>): MailMessage => {
  const kept = { ...message, id: box.nextId };
  box.nextId += 1;
  box.messages.push(kept);
  if (box.messages.length > KEPT_MESSAGES) box.messages.splice(0, box.messages.length - KEPT_MESSAGES);
  return kept;
};

/** Newest first; `to` is one whole address, any case. */
export const listMessages = (box: MailBox, to: string | null): MailMessage[] => {
  const wanted = to?.trim().toLowerCase() ?? null;
  const found = box.messages.filter(
    (message) => wanted === null || message.to.some((address) => address.toLowerCase() === wanted),
  );
  return found.toReversed();
};
