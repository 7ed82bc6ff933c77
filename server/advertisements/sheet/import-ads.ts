import {
  isSamePackage,
  largestPackage,
  packageOf,
  packageSides,
} from '#contract/advertisements/package-size.ts';
import { foldText } from '#contract/business/import/cell.ts';
import type { ImportCellError } from '#contract/business/import/import.ts';
import { asCode } from '#contract/codes.ts';
import { definedOf } from '#contract/defined.ts';
import { findOffers, resolveComposition } from '#server/advertisements/composition.ts';
import { addToContentRun, type ContentRunItem } from '#server/advertisements/content/change-content.ts';
import type { Content } from '#server/advertisements/content/content.queries.ts';
import { advertisementOf } from '#server/advertisements/link/advertisement-of.ts';
import {
  type CheckedRow,
  compared,
  type ImportRule,
  type Prepared,
  type ReadRow,
  wrong,
} from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { composeOf } from './compose.ts';
import { judgeNewAds } from './judge-new-ads.ts';
import { missingSides, type PlannedAd, planNew, typeOf } from './new-ads.ts';
import { addToPublishRun } from './publish-sheet.ts';
import { findPublished, offersOfSkus, packageOfRow, type SheetRow } from './sheet.queries.ts';
import { attributesText, compositionText, readAttributes, readComposition } from './sheet-texts.ts';

type Row = ReadRow<'ads'>;
type Planned = { row: CheckedRow; item?: ContentRunItem };
type Errors = Record<string, ImportCellError>;

/**
 * Ads with their publications. A row of a publication changes it by a run, with the same checks as a change of content.
 * Rows without one are a new publication of their account, which a run creates as the form does; without an account
 * they are a new advertisement. What exists already is unchanged.
 */
export const adsImport: ImportRule<'ads'> = {
  touches: ['advertisements', 'publications', 'bulkRuns'],
  fills: ['advertisements', 'advertisement_components'],
  async prepare(tx, actor, rows, { importId }): Promise<Prepared> {
    const isNew = ({ values }: Row) => values.publication === undefined;
    const known = await readKnown(tx, rows);
    const changed = rows.filter((row) => !isNew(row)).map((row) => planChange(row, known));
    const planned = await planNew(tx, rows.filter(isNew), known.offers);
    return {
      rows: [...changed.map(({ row }) => row), ...planned.rows],
      judge: (job) => judgeNewAds(job, actor.businessId, planned.publications),
      async write() {
        for (const ad of planned.ads) await createAd(tx, actor, ad);
        const items = [];
        for (const { ad } of planned.publications) {
          const compositions = ad.variations.map(({ components }) => components);
          const advertisement = await createAd(tx, actor, {
            ...{ title: ad.title, description: ad.description ?? '', compositions },
          });
          items.push({ ...ad, advertisement });
        }
        await addToPublishRun(tx, actor, importId, items);
        await addToContentRun(
          tx,
          actor,
          importId,
          merged(
            changed.flatMap(({ item }) => item ?? []),
            known,
          ),
        );
      },
    };
  },
};

type Known = Awaited<ReturnType<typeof readKnown>>;

async function readKnown(tx: Tx, rows: readonly Row[]) {
  const publications = [...new Set(rows.flatMap(({ values }) => values.publication ?? []))];
  const published = await findPublished(tx, { publications });
  const skus = rows.flatMap(({ values: { publication, composition, sku } }) => {
    if (composition !== undefined) return (readComposition(composition) ?? []).map((part) => part.sku);
    return publication === undefined ? (sku ?? []) : [];
  });
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
  const shown = packageOfRow(found.row);
  const size = { ...shown, ...definedOf(sidesOf(values)) };
  const isResized = packageSides.some((side) => size[side] !== shown[side]);
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
    ...(values.type !== undefined &&
      typeOf(values.type) !== publication.type && { type: 'type_fixed' as const }),
    ...(attributes === null && { attributes: 'attribute_unknown' as const }),
    ...(composed && 'error' in composed && { composition: composed.error }),
    ...(isResized && missingSides(size)),
    ...differing(publication.id, values, known.said),
  };
  if (Object.keys(errors).length > 0) return { row: wrong(line, errors) };
  const before = {
    ...{ title, description, price: variation.price, variation: variation.name, gtin: variation.gtin },
    ...{ attributes: attributesText(publication.attributes), composition: compositionText(parts) },
    ...shown,
  };
  const after = {
    ...{ title: values.title, description: values.description, price: values.price },
    ...{ variation: values.variation, gtin: values.gtin },
    ...sidesOf(values),
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
    ...(isResized && { package: packageOf(size) }),
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

async function createAd(
  tx: Tx,
  actor: Actor,
  { title, description, compositions }: PlannedAd,
): Promise<number> {
  const offers = await findOffers(
    tx,
    compositions.flat().map(({ offer }) => offer),
  );
  const resolved = compositions.map((components) => resolveComposition(offers, components, 'composition'));
  return advertisementOf(tx, actor, resolved, { name: title, description });
}

/** One item for each publication: its variations have rows of their own. */
function merged(items: readonly ContentRunItem[], known: Known): ContentRunItem[] {
  return [...Map.groupBy(items, ({ publication }) => publication).values()].flatMap((ofOne) => {
    const [first] = ofOne;
    if (!first) return [];
    const contents = ofOne.flatMap(({ after }) => after ?? []);
    const variations = Object.assign({}, ...contents.map((content) => content.variations ?? {}));
    const after: Content = Object.assign({}, ...contents);
    if (Object.keys(variations).length > 0) after.variations = variations;
    return [{ ...first, after: packed(after, known.published.get(first.publication ?? 0) ?? []) }];
  });
}

/** As in the form: one parcel for all variations, or one for each and the largest of them for the ad. */
function packed(after: Content, rows: readonly SheetRow[]): Content {
  const { variations = {} } = after;
  if (!Object.values(variations).some((one) => one.package)) return after;
  const all = rows.flatMap(({ publication, variation }) =>
    variation
      ? [
          {
            ...variation,
            size:
              variations[variation.id]?.package ?? variation.package ?? packageOf(publication?.package ?? {}),
          },
        ]
      : [],
  );
  const largest = largestPackage(all.map(({ size }) => size));
  const isOneSize = all.every(({ size }) => isSamePackage(size, all[0]?.size ?? null));
  const each = all.map(
    ({ id, size }) => [id, { ...variations[id], package: isOneSize ? null : size }] as const,
  );
  return {
    ...after,
    ...(largest && { package: largest }),
    variations: { ...variations, ...Object.fromEntries(each) },
  };
}

const sidesOf = ({ weight, width, height, depth }: Row['values']) => ({ weight, width, height, depth });
