import { isDeepStrictEqual } from 'node:util';
import type { ChangeSet } from '#contract/change-set.ts';
import { asCode } from '#contract/codes.ts';
import {
  type AttributeValues,
  canonicalType,
  combinationOf,
  nameOfCombination,
} from '#contract/products/attribute-types.ts';
import type { ImageLinks } from '#contract/products/image.ts';
import type { VariationCreate, VariationUpdate } from '#contract/products/variation.ts';
import { applyChangeSet } from '#server/db/change-set.ts';
import { Fault, type FieldCodes } from '#server/fault.ts';

/** A stored variation. */
export type SavedVariation = {
  id: number;
  name: string;
  sku: string;
  gtin: string;
  attributes: AttributeValues;
  cost_centavos: number | null;
};

/** A variation after the change; `key` is the path of its errors. */
export type PlannedVariation = Omit<SavedVariation, 'id'> & {
  id: number | null;
  group: 'create' | 'update';
  key: string;
  changed: boolean;
  /** New, or with another SKU or other attributes: these must be unique. */
  recoded: boolean;
  images: ImageLinks | undefined;
};

export type VariationPlan = { rows: PlannedVariation[]; removed: number[] };

/** Computes the variations after a change, before anything is written. */
export async function planVariations(
  saved: readonly SavedVariation[],
  changes: ChangeSet<VariationCreate, VariationUpdate> | undefined,
  types: readonly string[],
): Promise<VariationPlan> {
  const rows = new Map<string, PlannedVariation>(
    saved.map((row) => [
      `update ${row.id}`,
      { ...row, group: 'update', key: String(row.id), changed: false, recoded: false, images: undefined },
    ]),
  );
  const removed: number[] = [];
  let created = 0;
  await applyChangeSet('variations', changes, {
    ids: new Set(saved.map((row) => row.id)),
    async create(item: VariationCreate, key: string) {
      rows.set(`create ${++created}`, {
        id: null,
        group: 'create',
        key,
        changed: true,
        recoded: true,
        name: item.name ?? '',
        sku: item.sku,
        gtin: item.gtin ?? '',
        attributes: byCanonicalType(item.attributes),
        cost_centavos: item.costCentavos ?? null,
        images: item.images,
      });
    },
    async update(id, change: VariationUpdate) {
      const row = rows.get(`update ${id}`);
      if (!row) return;
      const { costCentavos, images, attributes, ...plain } = change;
      const wasDerived = row.name === nameOfCombination(types, row.attributes);
      Object.assign(row, plain, {
        changed: true,
        images,
        ...(costCentavos !== undefined && { cost_centavos: costCentavos }),
        ...(attributes && { attributes: { ...row.attributes, ...byCanonicalType(attributes) } }),
        ...(attributes && wasDerived && plain.name === undefined && { name: '' }),
      });
    },
    async remove(id) {
      rows.delete(`update ${id}`);
      removed.push(id);
    },
  });
  const before = new Map(saved.map((row) => [row.id, row]));
  const planned = [...rows.values()].map((row) => settle(row, types, before.get(row.id ?? 0)));
  check(planned, types);
  return { rows: planned, removed };
}

function byCanonicalType(values: AttributeValues): AttributeValues {
  return Object.fromEntries(Object.entries(values).map(([type, value]) => [canonicalType(type), value]));
}

/** Keeps only attributes of the product's types, and names an unnamed variation after its attributes. */
function settle(
  row: PlannedVariation,
  types: readonly string[],
  before: SavedVariation | undefined,
): PlannedVariation {
  const kept = Object.keys(row.attributes).filter((type) => types.includes(type));
  const changed = row.changed || kept.length < Object.keys(row.attributes).length;
  const attributes = Object.fromEntries(types.map((type) => [type, row.attributes[type] ?? '']));
  const recoded = before?.sku !== row.sku || !isDeepStrictEqual(before.attributes, attributes);
  return { ...row, attributes, changed, recoded, name: row.name || nameOfCombination(types, attributes) };
}

/** Checks all rules about the variations of one product and collects every error at its field. */
function check(rows: readonly PlannedVariation[], types: readonly string[]): void {
  if (rows.length === 0) throw new Fault('invalid', { fields: { variations: 'required' } });
  const faults = itemFaults();
  const skus = new Set<string>();
  const combinations = new Set<string>();
  for (const row of rows) {
    if (skus.has(asCode(row.sku))) faults.put(row, { sku: 'sku_taken' });
    skus.add(asCode(row.sku));
    const missing = types.filter((type) => !row.attributes[type]);
    // A single variation needs no attribute to distinguish it.
    if (rows.length > 1 && missing.length > 0) {
      const cells = missing.map((type) => [type, 'attribute_value_missing'] as const);
      faults.put(row, { attributes: Object.fromEntries(cells) });
      continue;
    }
    const combination = combinationOf(types, row.attributes);
    const first = types[0] ?? '';
    if (combinations.has(combination)) faults.put(row, { attributes: { [first]: 'combination_duplicate' } });
    combinations.add(combination);
  }
  faults.refuse();
}

type Place = { group: 'create' | 'update' | 'remove'; key: string };

/** Errors of nested items, in the shape of the change set. */
export function itemFaults() {
  const groups: Record<Place['group'], Record<string, FieldCodes>> = { create: {}, update: {}, remove: {} };
  return {
    put({ group, key }: Place, fields: FieldCodes): void {
      groups[group][key] = { ...groups[group][key], ...fields };
    },
    refuse(): void {
      const found = Object.entries(groups).filter(([, group]) => Object.keys(group).length > 0);
      if (found.length > 0) throw new Fault('invalid', { fields: { variations: Object.fromEntries(found) } });
    },
  };
}
