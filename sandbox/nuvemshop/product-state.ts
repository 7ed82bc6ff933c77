import type { World } from '../world.ts';
import type { Call } from './endpoint.ts';
import { notFound, refuse } from './endpoint.ts';
import type { InventoryLevel, Localized, Product, Variant } from './market.ts';
import { nextId, productsOf } from './market.ts';
import { notify } from './notify.ts';
import type { VariantChange } from './product-rules.ts';
import { MAX_VARIANTS } from './product-rules.ts';
import type { Store } from './stores.ts';

export const productAt = (call: Call): Product => {
  const product = call.market.products[call.params.product ?? ''];
  if (product === undefined || product.store_id !== call.store.id) throw notFound('Product');
  return product;
};

export const variantAt = (call: Call): { product: Product; variant: Variant } => {
  const product = productAt(call);
  const variant = product.variants.find((candidate) => String(candidate.id) === call.params.variant);
  if (variant === undefined) throw notFound('Product_Variant');
  return { product, variant };
};

export const productChanged = (world: World, product: Product): void => {
  product.updated_at = world.clock.now().toISOString();
  notify(world, product.store_id, 'product/updated', { id: product.id });
  world.changed();
};

const mergeLevels = (levels: InventoryLevel[], set: InventoryLevel[]): InventoryLevel[] => [
  ...levels.map((level) => set.find((other) => other.location_id === level.location_id) ?? level),
  ...set.filter((level) => !levels.some((other) => other.location_id === level.location_id)),
];

export const applyToVariant = (world: World, variant: Variant, change: VariantChange): void => {
  const { inventory_levels: levels, ...rest } = change;
  Object.assign(variant, rest);
  variant.inventory_levels = mergeLevels(variant.inventory_levels, levels);
  variant.updated_at = world.clock.now().toISOString();
};

/** A new variant has unlimited stock until a quantity is set. */
export const newVariant = (world: World, store: Store, product: Product, change: VariantChange): Variant => {
  if (product.variants.length >= MAX_VARIANTS) {
    throw refuse(422, `Product is not allowed to have more than ${MAX_VARIANTS} variants`);
  }
  const now = world.clock.now().toISOString();
  const counted = change.inventory_levels.some((level) => level.stock !== null);
  const variant: Variant = {
    id: nextId(world.nuvemshop, 'variant'),
    product_id: product.id,
    image_id: null,
    position: product.variants.length + 1,
    price: null,
    promotional_price: null,
    cost: null,
    inventory_levels: store.locations.map((location) => ({
      location_id: location.id,
      stock: counted ? 0 : null,
    })),
    weight: '0.00',
    width: '0.00',
    height: '0.00',
    depth: '0.00',
    sku: null,
    barcode: null,
    mpn: null,
    values: [],
    created_at: now,
    updated_at: now,
  };
  applyToVariant(world, variant, change);
  return variant;
};

const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Made from the name, in each language; a duplicate in the store gets a number. */
export const handlesFor = (world: World, storeId: number, name: Localized, except = 0): Localized =>
  Object.fromEntries(
    Object.entries(name).map(([language, text]) => {
      const base = slug(text) || 'produto';
      const taken = new Set(
        productsOf(world.nuvemshop, storeId)
          .filter((product) => product.id !== except)
          .map((product) => product.handle[language]),
      );
      let handle = base;
      for (let number = 1; taken.has(handle); number += 1) handle = `${base}-${number}`;
      return [language, handle];
    }),
  );
