import { ask } from './screens.ts';
import type { Actor } from './verbs.ts';

/** Uploads a file as the screen does. */
export async function sendSheet(actor: Actor, kind: string, name: string, text: string): Promise<number> {
  return actor.page.evaluate(
    async ({ kind, name, text }) => {
      const form = new FormData();
      form.append('data', JSON.stringify({ kind }));
      form.append('file0', new File([text], name));
      const answer = await fetch('/api/imports', { method: 'POST', body: form });
      return ((await answer.json()) as { id: number }).id;
    },
    { kind, name, text },
  );
}

/** An import whose rows are checked, some of them wrong. */
export async function checkSheet(actor: Actor, sku: string): Promise<number> {
  const id = await sendSheet(
    actor,
    'products',
    'catalogo.csv',
    `Produto;SKU;Custo\nPrato fundo;${sku}-1;12,50\nPrato raso;${sku}-2;doze\nPrato raso;${sku}-2;9,00`,
  );
  await ask(actor, 'POST', `/imports/${id}/check`, {});
  return id;
}

/** A catalogue in the format of another system, with ten wrong rows. */
export function catalogue(rows: number, wrong: number): Buffer {
  const lines = Array.from({ length: rows }, (_, n) => {
    const cost = n < wrong ? '7,8,9' : `${10 + (n % 90)},50`;
    return `Produto importado ${n};IMP-${n};${cost};Marca ${n % 7}`;
  });
  return Buffer.from(`﻿Descrição do item;SKU;Preço de custo;Marca\r\n${lines.join('\r\n')}`);
}
