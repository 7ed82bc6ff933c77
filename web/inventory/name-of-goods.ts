import type { Reference } from '../ui/form/AsyncSelect.tsx';

/** A product with its variation, if that has a name of its own. */
export const nameOfGoods = ({ product, variation }: { product: Reference; variation: Reference }): string =>
  variation.name && variation.name !== product.name ? `${product.name} · ${variation.name}` : product.name;
