import { createQueue } from './queue.ts';

export type ToastMessage = { id: number; tone: 'good' | 'bad' | 'info'; title: string; detail?: string };

const shown = createQueue<ToastMessage>();
export const toasts = shown.source;
let last = 0;

/** Announces what an act did. Errors stay until closed, the rest leaves by itself. */
export const toast = {
  success: (title: string) => push('good', title),
  failure: (title: string, detail?: string) => push('bad', title, detail),
  info: (title: string, detail?: string) => push('info', title, detail),
  close: (id: number) => shown.remove((item) => item.id === id),
};

function push(tone: ToastMessage['tone'], title: string, detail?: string): void {
  shown.remove((item) => item.tone === tone && item.title === title && item.detail === detail);
  last += 1;
  shown.add({ id: last, tone, title, detail });
}
