import { useEffect } from 'react';
import { createQueue } from './queue.ts';

export type ToastMessage = { id: number; tone: 'good' | 'bad' | 'info'; title: string; detail?: string };

const shown = createQueue<ToastMessage>();
export const toasts = shown.source;
let last = 0;

/** Announces what an act did; each leaves by itself, errors last. */
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

const staysMs = { good: 4_000, info: 7_000, bad: 12_000 } as const;

/** For what shows a toast: closes it after its time. */
export function useToastLeaves({ id, tone }: ToastMessage): void {
  useEffect(() => {
    const timer = setTimeout(() => toast.close(id), staysMs[tone]);
    return () => clearTimeout(timer);
  }, [id, tone]);
}
