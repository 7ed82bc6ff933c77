import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { inlineJsonSchema } from './json-schema.ts';

/**
 * What one business may read of another, field by field: the catalogue that sellers read from suppliers, the sales that
 * suppliers read from sellers, the invoices and links that both read. No cost of the supplier, no price or margin of
 * the seller, no other seller. A further field is a decision, which is visible in the diff of its snapshot (`vitest
 * --update` writes it). The reasons of a quantity contain the terms of the reader's own stock level only, their own
 * sales, and the catalogue if they have published it themselves.
 */
const crossing = [
  'dropshipping',
  'checkout',
  'refusedSales',
  'dropinvoices',
  'pairBalances',
  'statements',
  'companies',
] as const;

type Node = {
  type?: string;
  properties?: Record<string, Node>;
  anyOf?: Node[];
  allOf?: Node[];
  items?: Node;
};

function leaves(node: Node, at = ''): string[] {
  if (node.type === 'null') return [];
  const named = Object.entries(node.properties ?? {});
  const branches = [...(node.anyOf ?? []), ...(node.allOf ?? []), ...(node.items ? [node.items] : [])];
  const below = [
    ...named.flatMap(([key, inner]) => leaves(inner, at === '' ? key : `${at}.${key}`)),
    ...branches.flatMap((inner) => leaves(inner, at)),
  ];
  return below.length > 0 || at === '' ? below : [at];
}

/** The envelope of a list does not belong to the other business. */
const framing = new Set(['asOf', 'page', 'pages', 'total', 'totalCapped', 'next']);

test.each(crossing)('%s is readable in these fields only', async (entity) => {
  const found = Object.values(api[entity]).flatMap((endpoint) => {
    if (!('response' in endpoint)) return [];
    return leaves(inlineJsonSchema<Node>(endpoint.response, 'output'));
  });
  const fields = found.map((field) => field.replace(/^items\./, '')).filter((field) => !framing.has(field));
  const lines = [...new Set(fields)].toSorted();
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`./snapshots/crossing-${entity}.txt`);
});
