import { useEffect } from 'react';
import { createQueue } from './queue.ts';

/** An act offered in the toast; pressing it closes the toast. */
export type ToastAction = { label: string; run: () => unknown };
export type ToastMessage = {
  id: number;
  tone: 'good' | 'bad' | 'info';
  title: string;
  detail?: string;
  action?: ToastAction;
};

const shown = createQueue<ToastMessage>();
export const toasts = shown.source;
let last = 0;

/** Reports the results of acts; toasts close by themselves, errors last. */
export const toast = {
  success: (title: string, action?: ToastAction) => push('good', title, undefined, action),
  failure: (title: string, detail?: string, action?: ToastAction) => push('bad', title, detail, action),
  info: (title: string, detail?: string) => push('info', title, detail),
  /** Removes the failure of an act that has succeeded since. */
  resolve: (title: string) => shown.remove((item) => item.tone === 'bad' && item.title === title),
  close: (id: number) => shown.remove((item) => item.id === id),
};

function push(tone: ToastMessage['tone'], title: string, detail?: string, action?: ToastAction): void {
  shown.remove((item) => item.tone === tone && item.title === title && item.detail === detail);
  last += 1;
  shown.add({ id: last, tone, title, detail, action });
}

const staysMs = { good: 4_000, info: 7_000, bad: 12_000 } as const;
/** Long enough to notice a mistake. */
const actionMs = 15_000;

/** For the component that shows a toast: closes it after its time. */
export function useToastLeaves({ id, tone, action }: ToastMessage): void {
  const stays = action ? actionMs : staysMs[tone];
  useEffect(() => {
    const timer = setTimeout(() => toast.close(id), stays);
    return () => clearTimeout(timer);
  }, [id, stays]);
}
