import {
  isSamePackage,
  largestPackage,
  packageOf,
  packageSides,
} from '#contract/advertisements/package-size.ts';
import { type PublicationType, publicationTypes } from '#contract/advertisements/publication-type.ts';
import { foldText } from '#contract/business/import/cell.ts';
import type { ImportCellError } from '#contract/business/import/import.ts';
import { marketplaceNames } from '#contract/marketplaces/marketplace.ts';
import { messages } from '#contract/messages/index.ts';
import type { Component } from '#server/advertisements/composition.ts';
import { compositionKey } from '#server/advertisements/kit/kit.queries.ts';
import { findComposedAlike } from '#server/advertisements/link/advertisement-of.ts';
import { type CheckedRow, created, type ReadRow, wrong } from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type ComposedRow, composeRow } from './compose.ts';
import {
  type AdContent,
  accountsOfSheet,
  contentOfAd,
  type Goods,
  goodsOfOffers,
  kitsOfSkus,
  type OfferOfSku,
  type OpenAd,
  openAds,
  type SheetAccount,
  type Sides,
} from './sheet.queries.ts';
import type { SheetAd } from './sheet-ad.ts';

type Row = ReadRow<'ads'>;
/** A new advertisement: its variations, or one composition. */
export type PlannedAd = { title: string; description: string; compositions: Component[][] };
/** A new publication with the rows that state its variations, in their order. */
export type PlannedPublication = { rows: Row[]; ad: SheetAd; content: AdContent };
export type PlannedNew = { rows: CheckedRow[]; ads: PlannedAd[]; publications: PlannedPublication[] };

type Composing = { row: Row; composed: ReturnType<typeof composeRow> };
type Part = { row: Row; composed: ComposedRow };
type Known = {
  accounts: SheetAccount[];
  goods: Map<number, Goods>;
  open: OpenAd[];
};

/** Rows without a publication: each account's publications by their titles, and advertisements without an account. */
export async function planNew(
  tx: Tx,
  rows: readonly Row[],
  offers: ReadonlyMap<string, OfferOfSku[]>,
): Promise<PlannedNew> {
  if (rows.length === 0) return { rows: [], ads: [], publications: [] };
  const groups = await composeGroups(tx, rows, offers);
  const components = groups
    .flat()
    .flatMap(({ composed }) => ('components' in composed ? composed.components : []));
  const known: Known = {
    accounts: await accountsOfSheet(tx),
    goods: await goodsOfOffers(
      tx,
      components.map(({ offer }) => offer),
    ),
    open: await openAds(
      tx,
      rows.flatMap(({ values }) => (values.account === undefined ? [] : (values.title ?? []))),
    ),
  };
  const planned: PlannedNew = { rows: [], ads: [], publications: [] };
  for (const group of groups) {
    const found =
      group[0]?.row.values.account === undefined
        ? await planAds(tx, group)
        : await planPublication(tx, group, known);
    planned.rows.push(...found.rows);
    planned.ads.push(...(found.ads ?? []));
    planned.publications.push(...(found.publications ?? []));
  }
  return planned;
}

async function composeGroups(
  tx: Tx,
  rows: readonly Row[],
  offers: ReadonlyMap<string, OfferOfSku[]>,
): Promise<Composing[][]> {
  const skus = rows.flatMap(({ values }) => (values.composition === undefined ? (values.sku ?? []) : []));
  const kits = await kitsOfSkus(tx, skus);
  const groups = Map.groupBy(rows, ({ line, values: { account = '', title, type = '' } }) =>
    title === undefined ? String(line) : [account, type, title].map(foldText).join('\n'),
  );
  return [...groups.values()].map((group) => {
    let warehouse: number | null = null;
    return group.map((row) => {
      const composed = composeRow(row.values, offers, kits, warehouse);
      if ('warehouseId' in composed) warehouse ??= composed.warehouseId;
      return { row, composed };
    });
  });
}

type Found = Partial<PlannedNew> & Pick<PlannedNew, 'rows'>;

const unchanged = ({ row: { line } }: Part): CheckedRow => ({
  line,
  fate: 'unchanged',
  changes: {},
  errors: {},
});

/** Rows with errors of their own, and the others of the same ad, which is made whole or not at all. */
function refuse(group: readonly Composing[], errors: ReadonlyMap<Row, CheckedRow['errors']>): Found {
  return { rows: group.map(({ row }) => wrong(row.line, errors.get(row) ?? { sku: 'ad_incomplete' })) };
}

const isPart = (one: Composing): one is Part => 'components' in one.composed;

/** Several single units of one product are the variations of one advertisement; otherwise each row is one. */
async function planAds(tx: Tx, group: readonly Composing[]): Promise<Found> {
  const errors = new Map<Row, CheckedRow['errors']>();
  for (const { row, composed } of group) {
    const found: CheckedRow['errors'] = {
      ...(row.values.title === undefined && { title: 'required' as const }),
      ...('error' in composed && { [composed.column]: composed.error }),
    };
    if (Object.keys(found).length > 0) errors.set(row, found);
  }
  const parts = group.filter(isPart);
  if (errors.size > 0) return refuse(group, errors);
  const { title = '', description = '' } = group[0]?.row.values ?? {};
  const all = parts.map(({ composed }) => composed.components);
  const asOne = all.length > 1 && all.every(([one, ...others]) => one?.quantity === 1 && others.length === 0);
  if (asOne) {
    const isKnown = (await findComposedAlike(tx, all.flat(), true)) !== null;
    if (isKnown) return { rows: parts.map(unchanged) };
    if (await isOneProduct(tx, all.flat()))
      return {
        rows: group.map(({ row }) => created(row.line)),
        ads: [{ title, description, compositions: all }],
      };
  }
  const found: Found & { ads: PlannedAd[] } = { rows: [], ads: [] };
  for (const part of parts) {
    const { components } = part.composed;
    const isKnown = (await findComposedAlike(tx, components, false)) !== null;
    found.rows.push(isKnown ? unchanged(part) : created(part.row.line));
    const own = part.row.values.description ?? '';
    if (!isKnown) found.ads.push({ title, description: own, compositions: [components] });
  }
  return found;
}

async function isOneProduct(tx: Tx, components: readonly Component[]): Promise<boolean> {
  const goods = await goodsOfOffers(
    tx,
    components.map(({ offer }) => offer),
  );
  const isOnce = new Set(components.map(({ offer }) => offer)).size === components.length;
  return isOnce && new Set([...goods.values()].map(({ product }) => product)).size === 1;
}

type Errors = Map<Row, CheckedRow['errors']>;

const put = (errors: Errors, row: Row, found: CheckedRow['errors']): void => {
  if (Object.keys(found).length > 0) errors.set(row, { ...found, ...errors.get(row) });
};

async function planPublication(tx: Tx, group: readonly Composing[], known: Known): Promise<Found> {
  const ofAd = group[0]?.row.values ?? {};
  const account = accountOf(known.accounts, ofAd.account ?? '');
  const type = ofAd.type === undefined ? null : typeOf(ofAd.type);
  const errors: Errors = new Map();
  for (const { row, composed } of group)
    put(errors, row, {
      ...('error' in account && { account: account.error }),
      ...(type === undefined && { type: 'type_unknown' as const }),
      ...(row.values.title === undefined && { title: 'required' as const }),
      ...(row.values.price === undefined && { price: 'required' as const }),
      ...differing(ofAd, row.values),
      ...('error' in composed && { [composed.column]: composed.error }),
    });
  if (errors.size > 0 || 'error' in account || type === undefined) return refuse(group, errors);
  const parts = group.filter(isPart);
  const { title = '' } = ofAd;
  const keys = parts.map(({ composed }) => compositionKey(composed.components));
  for (const [index, part] of parts.entries()) {
    const column = columnOf(part);
    if (keys.indexOf(keys[index] ?? '') < index) put(errors, part.row, { [column]: 'duplicate_row' });
    if (goodsOf(part, known).some(({ example }) => example))
      put(errors, part.row, { [column]: 'example_record' });
  }
  const there = openLike(known.open, { account: account.id, title, type }, keys);
  if (there === 'all' && errors.size === 0) return { rows: parts.map(unchanged) };
  if (there === 'some') for (const { row } of parts) put(errors, row, { title: 'ad_differs' });
  const content = await contentOf(tx, parts, known);
  if (content.images.length === 0 && parts[0])
    put(errors, parts[0].row, { [columnOf(parts[0])]: 'pictures_missing' });
  const ad = adOf(parts, { account: account.id, title, type }, known, errors);
  if (errors.size > 0 || !ad) return refuse(group, errors);
  const rows = parts.map(({ row }) => row);
  return { rows: rows.map(({ line }) => created(line)), publications: [{ rows, ad, content }] };
}

/** The publication that the rows state, unless a parcel or the name of a variation is unknown. */
function adOf(
  parts: readonly Part[],
  place: Pick<SheetAd, 'account' | 'title' | 'type'>,
  known: Known,
  errors: Errors,
): SheetAd | null {
  const sizes = parts.map((part) => {
    const sides = packageOfPart(part, known);
    put(errors, part.row, missingSides(sides));
    return packageOf(sides);
  });
  const traits = parts.map(({ row }, index) => {
    const found = traitOf(parts, index, known);
    if (found === undefined) put(errors, row, { variation: 'variation_unnamed' });
    return found ?? null;
  });
  const largest = largestPackage(sizes);
  const isOneSize = sizes.every((one) => isSamePackage(one, sizes[0] ?? null));
  const { description = null, category = '', attributes = '' } = parts[0]?.row.values ?? {};
  const variations = parts.map(({ row: { values }, composed: { components } }, index) => ({
    sku: values.sku ?? goodsOfOne(components, known)?.sku ?? '',
    gtin: values.gtin ?? goodsOfOne(components, known)?.gtin ?? '',
    price: values.price ?? 0,
    trait: traits[index] ?? null,
    package: isOneSize ? null : (sizes[index] ?? null),
    components,
  }));
  return largest && { ...place, package: largest, description, category, attributes, variations };
}

const columnOf = ({ row }: Pick<Composing, 'row'>) =>
  row.values.composition === undefined ? 'sku' : 'composition';

/** An account by its name; with the marketplace in brackets, where several have that name. */
function accountOf(
  accounts: readonly SheetAccount[],
  text: string,
): { id: number } | { error: ImportCellError } {
  const wanted = foldText(text);
  const found = accounts.filter(({ name, marketplace }) =>
    [name, `${name} (${marketplaceNames[marketplace]})`].some((called) => foldText(called) === wanted),
  );
  const [only] = found;
  if (!only) return { error: 'account_unknown' };
  if (found.length > 1) return { error: 'account_several' };
  return only.connected ? { id: only.id } : { error: 'account_disconnected' };
}

/** A listing type by its word in either language; undefined if it is none. */
export function typeOf(text: string): PublicationType | undefined {
  const isCalled = (type: PublicationType) =>
    Object.values(messages).some(
      ({ advertisements }) => foldText(advertisements.types[type]) === foldText(text),
    );
  return publicationTypes.find(isCalled);
}

const ofWhole = ['description', 'category', 'attributes'] as const;

/** Rows of one ad state the same of what is no variation's own. */
function differing(first: Row['values'], values: Row['values']): CheckedRow['errors'] {
  const others = ofWhole.filter((key) => values[key] !== undefined && values[key] !== first[key]);
  return Object.fromEntries(others.map((key) => [key, 'differs_within' as const]));
}

/** Whether the account has an open publication with this title and all, some or none of the compositions. */
export function openLike(
  open: readonly OpenAd[],
  { account, title, type }: Pick<SheetAd, 'account' | 'title' | 'type'>,
  keys: readonly string[],
): 'all' | 'some' | 'none' {
  const same = open.filter(
    (one) =>
      one.account === account &&
      foldText(one.title) === foldText(title) &&
      (type === null || one.type === type),
  );
  if (same.some(({ compositions }) => keys.every((key) => compositions.includes(key)))) return 'all';
  return same.some(({ compositions }) => keys.some((key) => compositions.includes(key))) ? 'some' : 'none';
}

const goodsOf = ({ composed }: Part, { goods }: Known): Goods[] =>
  composed.components.flatMap(({ offer }) => goods.get(offer) ?? []);

/** The goods of a single unit. */
function goodsOfOne(components: readonly Component[], { goods }: Known): Goods | undefined {
  const [one, ...others] = components;
  return one?.quantity === 1 && others.length === 0 ? goods.get(one.offer) : undefined;
}

/** As the row states it; else that of the kit or product, and of several units their weight. */
function packageOfPart({ row: { values }, composed: { components, box } }: Part, known: Known): Sides {
  const one = box ?? goodsOfOne(components, known);
  const weights = components.map(({ offer, quantity }) => {
    const weight = known.goods.get(offer)?.weight ?? null;
    return weight === null ? null : weight * quantity;
  });
  const sum = weights.reduce<number | null>(
    (total, weight) => (total === null || weight === null ? null : total + weight),
    0,
  );
  return {
    weight: values.weight ?? one?.weight ?? (sum === null ? null : Math.round(sum * 1000) / 1000),
    width: values.width ?? one?.width ?? null,
    height: values.height ?? one?.height ?? null,
    depth: values.depth ?? one?.depth ?? null,
  };
}

export const missingSides = (sides: Sides | undefined): CheckedRow['errors'] =>
  Object.fromEntries(
    packageSides.filter((side) => !sides?.[side]).map((side) => [side, 'size_missing' as const]),
  );

/**
 * What distinguishes a variation: `Cor: Azul`, or a value of its product, or what its product differs by. Null: it is
 * the only one and names none; undefined: its attribute is unknown.
 */
function traitOf(
  parts: readonly Part[],
  index: number,
  known: Known,
): { name: string; value: string } | null | undefined {
  const traitsOf = (part: Part | undefined) =>
    Object.entries((part && goodsOfOne(part.composed.components, known)?.traits) ?? {});
  const text = parts[index]?.row.values.variation ?? '';
  const [, name = '', value = ''] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (value.trim() !== '') return { name: name.trim(), value: value.trim() };
  const own = traitsOf(parts[index]);
  if (text !== '') {
    const found = own.find(([, one]) => foldText(one) === foldText(text));
    return found ? { name: found[0], value: text } : undefined;
  }
  if (parts.length === 1) return null;
  const found = own.find(([trait]) => {
    const values = parts.map((part) => foldText(new Map(traitsOf(part)).get(trait) ?? ''));
    return new Set(values).size === parts.length;
  });
  return found && { name: found[0], value: found[1] };
}

/** The content of the advertisement that has this composition, else that of the first product. */
async function contentOf(tx: Tx, parts: readonly Part[], { goods }: Known): Promise<AdContent> {
  const all = parts.map(({ composed }) => composed.components);
  const alone = parts.length > 1 && (await findComposedAlike(tx, all.flat(), true));
  const known = alone || (await findComposedAlike(tx, all[0] ?? [], false));
  if (known) return contentOfAd(tx, known);
  return goods.get(all[0]?.[0]?.offer ?? 0)?.content ?? { brand: '', description: '', images: [] };
}
