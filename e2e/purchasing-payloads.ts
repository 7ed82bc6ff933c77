import type { poisoner } from './payload-story.ts';

type Row = { id: number };

/** Purchasing, every text of it a payload. */
export async function writePurchasing(write: ReturnType<typeof poisoner>) {
  const supplier = (await write('suppliers.create', {
    body: { name: 'x', contacts: { create: [{ name: 'x', main: true }] } },
  })) as Row;
  await write('suppliers.update', { params: supplier, body: { name: 'x' } });
  return { supplier };
}
