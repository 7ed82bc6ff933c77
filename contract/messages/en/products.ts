import type { products as pt } from '../pt/products.ts';
import type { Translation } from '../translation.ts';

export const products: Translation<typeof pt> = {
  title: 'Products',
  product: 'Product',
  id: 'Code',
  name: 'Name',
  brand: 'Brand',
  model: 'Model',
  category: 'Category',
  sku: 'SKU',
  gtin: 'GTIN',
  unit: 'Unit',
  weight: 'Weight (kg)',
  cost: 'Cost',
  available: 'Available',
  updated: 'Updated',
  variation: 'Variation',
  variations: 'Variations',
};
