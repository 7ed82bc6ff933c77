import type { World } from '../world.ts';
import { plainTime } from './endpoint.ts';
import type { Category, Market, Product, ProductImage, Variant } from './market.ts';
import { stockOf, storeById, textIn } from './market.ts';

export const imageUrl = (world: World, image: ProductImage): string =>
  `${world.url}/nuvemshop-pictures/${image.product_id}-${image.id}-1024-1024.${image.type}`;

export const viewImage = (world: World, image: ProductImage) => ({
  id: image.id,
  product_id: image.product_id,
  src: imageUrl(world, image),
  position: image.position,
  alt: [],
  created_at: plainTime(image.created_at),
  updated_at: plainTime(image.updated_at),
});

export const viewVariant = (variant: Variant) => {
  const stock = stockOf(variant);
  return {
    id: variant.id,
    image_id: variant.image_id,
    product_id: variant.product_id,
    position: variant.position,
    price: variant.price,
    compare_at_price: variant.price,
    promotional_price: variant.promotional_price,
    stock_management: stock !== null,
    stock,
    inventory_levels: variant.inventory_levels.map((level) => ({ ...level, variant_id: variant.id })),
    weight: variant.weight,
    width: variant.width,
    height: variant.height,
    depth: variant.depth,
    sku: variant.sku,
    values: variant.values,
    barcode: variant.barcode,
    mpn: variant.mpn,
    age_group: null,
    gender: null,
    cost: variant.cost,
    created_at: plainTime(variant.created_at),
    updated_at: plainTime(variant.updated_at),
  };
};

export const viewCategory = (market: Market, category: Category, version: string) => ({
  id: category.id,
  name: category.name,
  description: category.description,
  handle: category.handle,
  // The old version writes the root as 0.
  parent: category.parent === 0 && version !== 'v1' ? null : category.parent,
  subcategories: Object.values(market.categories)
    .filter((other) => other.parent === category.id)
    .map((other) => other.id),
  google_shopping_category: null,
  created_at: plainTime(category.created_at),
  updated_at: plainTime(category.updated_at),
});

export const productPath = (world: World, product: Product): string =>
  `/shop/lojas/${storeById(world.nuvemshop, product.store_id)?.handle}/${textIn(product.handle)}`;

export const viewProduct = (world: World, product: Product, version: string) => ({
  id: product.id,
  name: product.name,
  description: product.description,
  handle: product.handle,
  attributes: product.attributes,
  published: product.visibility !== 'hidden',
  visibility: product.visibility,
  free_shipping: product.free_shipping,
  requires_shipping: product.requires_shipping,
  canonical_url: `${world.url}${productPath(world, product)}`,
  video_url: product.video_url ?? null,
  seo_title: product.seo_title,
  seo_description: product.seo_description,
  brand: product.brand,
  tags: product.tags,
  variants: product.variants.map(viewVariant),
  images: product.images.map((image) => viewImage(world, image)),
  categories: product.category_ids.flatMap((id) => {
    const category = world.nuvemshop.categories[String(id)];
    return category === undefined ? [] : [viewCategory(world.nuvemshop, category, version)];
  }),
  created_at: plainTime(product.created_at),
  updated_at: plainTime(product.updated_at),
});
