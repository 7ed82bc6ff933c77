import { foldText } from '#contract/business/import/cell.ts';
import type { ImportCellError } from '#contract/business/import/import.ts';
import { asCode } from '#contract/codes.ts';
import { findOffers, resolveComposition } from '#server/advertisements/composition.ts';
import { addToContentRun, type ContentRunItem } from '#server/advertisements/content/change-content.ts';
import type { Content } from '#server/advertisements/content/content.queries.ts';
import { advertisementOf, findComposedAlike } from '#server/advertisements/link/advertisement-of.ts';
import {
  type CheckedRow,
  compared,
  created,
  type ImportRule,
  type Prepared,
  type ReadRow,
  wrong,
} from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { findPublished, type OfferOfSku, offersOfSkus, type SheetRow } from './sheet.queries.ts';
import {
  attributesText,
  compositionText,
  readAttributes,
  readComposition,
  type SheetPart,
} from './sheet-texts.ts';

type Row = ReadRow<'ads'>;
type Component = { offer: number; quantity: number };
type NewAd = { title: string; description: string; components: Component[] };
type Planned = { row: CheckedRow; ad?: NewAd; item?: ContentRunItem };
type Errors = Record<string, ImportCellError>;

/**
 * Ads with their publications. A row of a publication changes it by a run, with the same checks as a change of content;
 * a row without one is a new advertisement, unless one has its composition already.
 */
export const adsImport: ImportRule<'ads'> = {
  touches: ['advertisements', 'publications', 'bulkRuns'],
  fills: ['advertisements', 'advertisement_components'],
  async prepare(tx, actor, rows, { importId }): Promise<Prepared> {
    const known = await readKnown(tx, rows);
    const planned: Planned[] = [];
    for (const row of rows)
      planned.push(
        row.values.publication === undefined ? await planNew(tx, row, known) : planChange(row, known),
      );
    return {
      rows: planned.map(({ row }) => row),
      async write() {
        for (const { ad } of planned) if (ad) await createAd(tx, actor, ad);
        await addToContentRun(tx, actor, importId, merged(planned.flatMap(({ item }) => item ?? [])));
      },
    };
  },
};

type Known = Awaited<ReturnType<typeof readKnown>>;

async function readKnown(tx: Tx, rows: readonly Row[]) {
  const publications = [...new Set(rows.flatMap(({ values }) => values.publication ?? []))];
  const published = await findPublished(tx, { publications });
  const skus = rows.flatMap(({ values }) =>
    (readComposition(values.composition ?? '') ?? []).map((part) => part.sku),
  );
  return {
    published: Map.groupBy(published, ({ publication }) => publication?.id ?? 0),
    offers: await offersOfSkus(tx, skus),
    /** What the first row of each publication says of all its variations. */
    said: new Map<number, Row['values']>(),
  };
}

function planChange(row: Row, known: Known): Planned {
  const { line, values } = row;
  const found = variationOf(values, known.published.get(values.publication ?? 0) ?? []);
  if ('error' in found) return { row: wrong(line, found.error) };
  const { advertisement, publication, variation, title, description, parts } = found.row;
  if (!publication || !variation) return { row: wrong(line, { publication: 'not_found' }) };
  const attributes =
    values.attributes === undefined ? undefined : readAttributes(values.attributes, publication.attributes);
  const composed =
    values.composition === undefined
      ? undefined
      : composeOf(readComposition(values.composition), known.offers, publication.warehouseId);
  const errors: Errors = {
    ...(values.account !== undefined &&
      foldText(values.account) !== foldText(publication.account) && { account: 'account_fixed' as const }),
    ...(values.category !== undefined &&
      values.category !== publication.category && { category: 'category_fixed' as const }),
    ...(attributes === null && { attributes: 'attribute_unknown' as const }),
    ...(composed && 'error' in composed && { composition: composed.error }),
    ...differing(publication.id, values, known.said),
  };
  if (Object.keys(errors).length > 0) return { row: wrong(line, errors) };
  const before = {
    ...{ title, description, price: variation.price, variation: variation.name, gtin: variation.gtin },
    ...{ attributes: attributesText(publication.attributes), composition: compositionText(parts) },
  };
  const after = {
    ...{ title: values.title, description: values.description, price: values.price },
    ...{ variation: values.variation, gtin: values.gtin },
    attributes: attributes ? attributesText(attributes) : undefined,
    composition: composed && 'parts' in composed ? compositionText(composed.parts) : undefined,
  };
  const checked = compared(line, before, after);
  if (checked.fate !== 'changed') return { row: checked };
  const has = (key: keyof typeof before) => key in checked.changes;
  const content: Content = {
    ...(has('title') && { name: values.title ?? '' }),
    ...(has('description') && { description: values.description ?? '' }),
    ...(has('attributes') && attributes && { attributes }),
  };
  const ofVariation = {
    ...(has('price') && values.price !== undefined && { price: values.price }),
    ...(has('variation') && values.variation !== undefined && { name: values.variation }),
    ...(has('gtin') && values.gtin !== undefined && { gtin: values.gtin }),
    ...(has('composition') && composed && 'components' in composed && { components: composed.components }),
  };
  if (Object.keys(ofVariation).length > 0) content.variations = { [variation.id]: ofVariation };
  const name = `${title} · ${publication.account}`;
  return { row: checked, item: { advertisement, publication: publication.id, name, after: content } };
}

/** The variation of the publication that the row names by its SKU; the only one needs no name. */
function variationOf(
  { sku }: Row['values'],
  variations: readonly SheetRow[],
): { row: SheetRow } | { error: Errors } {
  if (variations.length === 0) return { error: { publication: 'not_found' } };
  const [only] = variations;
  const found =
    sku === undefined
      ? variations.length === 1 && only
      : variations.find(({ variation }) => asCode(variation?.sku ?? '') === asCode(sku));
  return found ? { row: found } : { error: { sku: sku === undefined ? 'required' : 'sku_unknown' } };
}

const ofWhole = ['title', 'description', 'attributes'] as const;

/** Rows of one publication say the same of what is no variation's own. */
function differing(publication: number, values: Row['values'], said: Map<number, Row['values']>): Errors {
  const first = said.get(publication);
  if (!first) said.set(publication, values);
  const others = ofWhole.filter((key) => first?.[key] !== undefined && values[key] !== undefined);
  return Object.fromEntries(
    others.filter((key) => first?.[key] !== values[key]).map((key) => [key, 'differs_within' as const]),
  );
}

/** The offers of the parts, all of one warehouse. */
function composeOf(
  parts: SheetPart[] | null,
  offers: Known['offers'],
  warehouse: number | null,
): { parts: SheetPart[]; components: Component[] } | { error: ImportCellError } {
  if (parts === null) return { error: 'invalid' };
  const ofEach = parts.map(({ sku }) => offers.get(asCode(sku)) ?? []);
  if (ofEach.some((found) => found.length === 0)) return { error: 'offer_unknown' };
  const isComplete = (id: number) => ofEach.every((found) => found.some((one) => one.warehouseId === id));
  const possible = [...new Set((ofEach[0] ?? []).map((one: OfferOfSku) => one.warehouseId))].filter(
    isComplete,
  );
  const chosen = warehouse !== null && possible.includes(warehouse) ? warehouse : possible[0];
  if (chosen === undefined) return { error: 'offer_unknown' };
  const inside = ofEach.map((found) => found.filter((one) => one.warehouseId === chosen));
  if (inside.some((found) => found.length > 1)) return { error: 'several_found' };
  const components = inside.map(([one], index) => ({
    offer: one?.id ?? 0,
    quantity: parts[index]?.quantity ?? 1,
  }));
  return { parts, components };
}

async function planNew(tx: Tx, { line, values }: Row, { offers }: Known): Promise<Planned> {
  const composed = composeOf(readComposition(values.composition ?? ''), offers, null);
  const errors: Errors = {
    ...(values.account !== undefined && { account: 'account_of_new' as const }),
    ...(values.title === undefined && { title: 'required' as const }),
    ...(values.composition === undefined
      ? { composition: 'required' as const }
      : 'error' in composed && { composition: composed.error }),
  };
  if (Object.keys(errors).length > 0 || 'error' in composed) return { row: wrong(line, errors) };
  const known = await findComposedAlike(tx, composed.components, false);
  if (known !== null) return { row: { line, fate: 'unchanged', changes: {}, errors: {} } };
  const { title = '', description = '' } = values;
  return { row: created(line), ad: { title, description, components: composed.components } };
}

async function createAd(tx: Tx, actor: Actor, { title, description, components }: NewAd): Promise<void> {
  const offers = await findOffers(
    tx,
    components.map(({ offer }) => offer),
  );
  const composition = resolveComposition(offers, components, 'composition');
  await advertisementOf(tx, actor, [composition], { name: title, description });
}

/** One item for each publication: its variations have rows of their own. */
function merged(items: readonly ContentRunItem[]): ContentRunItem[] {
  return [...Map.groupBy(items, ({ publication }) => publication).values()].flatMap((ofOne) => {
    const [first] = ofOne;
    if (!first) return [];
    const contents = ofOne.flatMap(({ after }) => after ?? []);
    const variations = Object.assign({}, ...contents.map((content) => content.variations ?? {}));
    const after: Content = Object.assign({}, ...contents);
    if (Object.keys(variations).length > 0) after.variations = variations;
    return [{ ...first, after }];
  });
}
