import { tmpdir } from 'node:os';
import { isGtin } from '#contract/codes.ts';
import type { App } from '#server/app.ts';
import { mapConcurrently } from '#server/concurrency.ts';
import { saveUpload, withTemporaryFolder } from '#server/http/uploads.ts';
import { createCategory } from '#server/products/category.ts';
import { uploadImages } from '#server/products/images/image.ts';
import { createProduct } from '#server/products/product.ts';
import type { Dice } from './dice.ts';
import type { Shelf } from './goods.ts';
import type { Team } from './people.ts';
import { colours, drawProduct, grounds } from './pictures.ts';
import { makeProductTags } from './product-tags.ts';
import { inGroups, play } from './stage.ts';

export type Good = {
  shelf: Shelf;
  productId: number;
  name: string;
  imageIds: number[];
  variations: { id: number; sku: string; cost: number }[];
};

let gtinSerial = 78_910_003_100;
/** By article: the maker's code, the same for every seller. */
const gtins = new Map<string, string>();

/** Categories, tags, pictures and products of one business. */
export async function fillCatalogue(
  app: App,
  team: Team,
  shelves: readonly Shelf[],
  dice: Dice,
  since: Date,
): Promise<Good[]> {
  const categories = await makeCategories(app, team, shelves, since);
  const tagsFor = await makeProductTags(app, team, since);
  const goods: Good[] = [];
  await mapConcurrently(shelves, 4, async (shelf) => {
    const pictures = await takePictures(app, team, shelf);
    const category = categories.get(shelf.category[1]) ?? null;
    for (const names of inGroups(shelf.names, 5)) {
      const made = await play(app, async ({ tx, as }) => {
        const group: Good[] = [];
        for (const name of names) {
          await as(team.administrator, new Date(since.getTime() + dice.between(1, 600) * 60_000));
          const index = shelf.names.indexOf(name);
          const body = productBody(shelf, index, category, pictures, dice);
          const tags = tagsFor(shelf, index);
          const product = await createProduct(tx, team.administrator, { ...body, tags });
          group.push({
            shelf,
            productId: product.id,
            name,
            imageIds: product.images.map((image) => image.id),
            variations: product.variations.map(({ id, sku, costCentavos }) => ({
              id,
              sku,
              cost: costCentavos ?? shelf.cost,
            })),
          });
        }
        return group;
      });
      goods.push(...made);
    }
  });
  // In a fixed order: which products are scarce or inactive depends on their place in this list.
  const placeOf = ({ shelf, name }: Good) => shelves.indexOf(shelf) * 100 + shelf.names.indexOf(name);
  return goods.toSorted((one, other) => placeOf(one) - placeOf(other));
}

async function makeCategories(app: App, team: Team, shelves: readonly Shelf[], since: Date) {
  return play(app, async ({ tx, as }) => {
    await as(team.administrator, since);
    const found = new Map<string, number>();
    for (const { category } of shelves) {
      const [father, child] = category;
      if (!found.has(father)) {
        found.set(father, (await createCategory(tx, team.administrator, { description: father })).id);
      }
      const row = { description: child, father: found.get(father) ?? null };
      found.set(child, (await createCategory(tx, team.administrator, row)).id);
    }
    return found;
  });
}

const valuesOf = (shelf: Shelf) => (shelf.varies?.[0] === 'Color' ? shelf.varies[1] : ['Cinza', 'Azul']);

/** One picture a colour and ground: the products of a shelf share a few. */
async function takePictures(app: App, team: Team, shelf: Shelf): Promise<number[]> {
  const transact = <T>(work: Parameters<typeof app.database.transact<T>>[1]) =>
    app.database.transact({ userId: team.owner.userId, businessId: team.businessId }, work);
  const transactions = { transact, conclude: transact };
  return withTemporaryFolder(tmpdir(), async (folder) => {
    const uploads = await Promise.all(
      valuesOf(shelf).map(async (value, index) => {
        const colour = colours[value] ?? '#0b6a74';
        const ground = grounds[(index + shelf.code.charCodeAt(0)) % grounds.length] ?? grounds[0];
        const name = `${shelf.category[1]} ${value}`;
        return saveUpload(folder, name, await drawProduct(shelf.shape, colour, ground));
      }),
    );
    const { items } = await uploadImages(transactions, app.outside.storage, team.administrator, uploads);
    return items.map((image) => image.id);
  });
}

function productBody(
  shelf: Shelf,
  index: number,
  category: number | null,
  pictures: readonly number[],
  dice: Dice,
): Parameters<typeof createProduct>[2] {
  const name = shelf.names[index] ?? '';
  const [weight, width, height, depth] = shelf.size;
  const cost = Math.round((shelf.cost * (0.7 + dice.roll() * 0.9)) / 10) * 10;
  const [type, values] = shelf.varies ?? (['Color', ['']] as const);
  const model = `${shelf.code}-${String(index + 1).padStart(2, '0')}`;
  const turned = pictures.map((_, n) => pictures[(n + index) % pictures.length] ?? 0);
  return {
    name,
    brand: shelf.brand,
    model,
    category,
    weight,
    width,
    height,
    depth,
    unit: 'unit',
    description: `${name} ${shelf.brand}. Produto novo, com nota fiscal e garantia de 90 dias.`,
    images: { add: [...new Set(turned)] },
    attributeTypes: [type],
    variations: {
      create: values.map((value, n) => ({
        sku: values.length > 1 ? `${model}-${n + 1}` : model,
        gtin: gtinOf(`${shelf.brand} ${name} ${value}`),
        attributes: value === '' ? {} : { [type]: value },
        costCentavos: type === 'Size' ? Math.round((cost * (1 + n * 0.25)) / 10) * 10 : cost,
        ...(type === 'Color' && value !== '' && { images: { add: [pictures[n] ?? 0] } }),
      })),
    },
  };
}

function gtinOf(article: string): string {
  const gtin = gtins.get(article) ?? nextGtin();
  gtins.set(article, gtin);
  return gtin;
}

/** An EAN-13 of the Brazilian range; the demo's are nobody's. */
function nextGtin(): string {
  gtinSerial += 1;
  const body = `7${gtinSerial}`;
  const check = Array.from({ length: 10 }, (_, digit) => digit).find((digit) => isGtin(`${body}${digit}`));
  return `${body}${check}`;
}
