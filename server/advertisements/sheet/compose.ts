import type { ImportCellError } from '#contract/business/import/import.ts';
import { asCode } from '#contract/codes.ts';
import type { Component } from '#server/advertisements/composition.ts';
import type { KitOfSku, OfferOfSku, Sides } from './sheet.queries.ts';
import { readComposition, type SheetPart } from './sheet-texts.ts';

export type Composed = { parts: SheetPart[]; components: Component[]; warehouseId: number };

/** The offers of the parts, all of one warehouse. */
export function composeOf(
  parts: SheetPart[] | null,
  offers: ReadonlyMap<string, OfferOfSku[]>,
  warehouse: number | null,
): Composed | { error: ImportCellError } {
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
  return { parts, components, warehouseId: chosen };
}

type Named = { composition?: string; sku?: string };
export type ComposedRow = Composed & { box: Sides | null };

/** What a row without a publication sells: its composition, else the kit or the offer of its SKU. */
export function composeRow(
  { composition, sku }: Named,
  offers: ReadonlyMap<string, OfferOfSku[]>,
  kits: ReadonlyMap<string, KitOfSku>,
  warehouse: number | null,
): ComposedRow | { column: 'composition' | 'sku'; error: ImportCellError } {
  const kit = composition === undefined ? kits.get(asCode(sku ?? '')) : undefined;
  if (kit) {
    const { components, warehouseId, ...box } = kit;
    return { parts: [], components, warehouseId, box };
  }
  const column = composition === undefined ? 'sku' : 'composition';
  if (composition === undefined && sku === undefined) return { column: 'composition', error: 'required' };
  const parts = composition === undefined ? [{ sku: sku ?? '', quantity: 1 }] : readComposition(composition);
  const composed = composeOf(parts, offers, warehouse);
  return 'error' in composed ? { column, error: composed.error } : { ...composed, box: null };
}
