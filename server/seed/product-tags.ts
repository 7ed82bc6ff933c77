import type { TagBody } from '#contract/business/tag.ts';
import type { App } from '#server/app.ts';
import { createTag } from '#server/business/tags/tags.ts';
import { productTags } from '#server/products/product-tag.ts';
import type { Shape, Shelf } from './goods.ts';
import type { Team } from './people.ts';
import { play } from './stage.ts';

const breakable: readonly Shape[] = ['mug', 'bowl', 'lamp'];

/** Tags of a demo business, and which of its products wear each. */
const kinds: readonly (TagBody & { isFor(shelf: Shelf, index: number): boolean })[] = [
  { name: 'Frágil', colour: 'red', isFor: ({ shape }) => breakable.includes(shape) },
  { name: 'Novidade', colour: 'green', isFor: (_, index) => index === 0 },
  { name: 'Liquidação', colour: 'amber', isFor: (_, index) => index % 4 === 3 },
  { name: 'Natal', colour: 'grape', isFor: (_, index) => index % 5 === 2 },
];

/** Makes the tags; answers which of them a product of a shelf wears. */
export async function makeProductTags(app: App, team: Team, since: Date) {
  const made = await play(app, async ({ tx, as }) => {
    await as(team.administrator, since);
    const rows: { id: number; isFor: (typeof kinds)[number]['isFor'] }[] = [];
    for (const { isFor, ...body } of kinds) {
      const { id } = await createTag(tx, team.administrator, productTags, body);
      rows.push({ id, isFor });
    }
    return rows;
  });
  return (shelf: Shelf, index: number) => ({
    add: made.filter(({ isFor }) => isFor(shelf, index)).map(({ id }) => id),
  });
}
