import type { Sent } from './client.ts';
import { type Plan, sellerOf, supplierOf, tokenOf } from './seed/plan.ts';

/** A line of the bench that is measured as a share of the limit: the nth request to the product and to the limit. */
export type Pair = {
  name: string;
  /** Shares of the limit that must be reached, in percent, by connections. */
  goals: Partial<Record<1 | 16, number>>;
  product: (n: number) => Sent;
  limit: (n: number) => Sent;
  /** Whether rows are created or changed, so that runs do not affect each other's figures. */
  writes?: true;
};

const supplier = supplierOf(1);
const seller = sellerOf(1);
const searches = ['chaleira', 'sku-47', 'artesanal 12', 'ipê m7', 'relógio', 'premium 3'];
const adSearches = ['chaleira', 'artesanal 12', 'relógio', 'premium 3', 'toalha felpuda'];
const buyers = ['fábio', 'gonçalves', 'elisa araujo', 'ME12', 'garrafa'];

/** Floors: a line may fall to its floor where code becomes plainer, and not below it. */
const lists = { 16: 30, 1: 35 } as const;
const searched = { 16: 30, 1: 35 } as const;
const details = { 16: 30, 1: 40 } as const;
const written = { 16: 20 } as const;
/** It asks the marketplace for its rules. */
const published = { 16: 8 } as const;

/** Every figure that is compared with the limit, on the rows of this plan. `run` distinguishes the rows of runs. */
export function pairsOf(plan: Plan, run: string): Pair[] {
  const supply = { token: tokenOf(plan.seed, supplier) };
  const sell = { token: tokenOf(plan.seed, seller) };
  const productOf = (n: number) => 1 + ((n * 37) % plan.rows);
  const saleOf = (n: number) => 1 + ((n * 37) % plan.orders);
  const nth = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
  const list = (name: string, who: { token: string }, business: number): Pair => ({
    name: `${name} list`,
    goals: lists,
    product: () => ({ ...who, path: `/api/${name === 'sales' ? 'orders' : pathOf(name)}` }),
    limit: () => ({ path: `/${name}/${business}` }),
  });
  const search = (
    name: string,
    path: string,
    who: { token: string },
    business: number,
    words: readonly string[],
  ): Pair => ({
    name: `${name} search`,
    goals: searched,
    product: (n) => ({ ...who, path: `/api/${path}?query=${encodeURIComponent(nth(words, n))}` }),
    limit: (n) => ({ path: `/${name}-search/${business}/${encodeURIComponent(nth(words, n))}` }),
  });
  const detail = (
    name: string,
    path: string,
    who: { token: string },
    business: number,
    idOf: (n: number) => number,
  ): Pair => ({
    name: `${name} detail`,
    goals: details,
    product: (n) => ({ ...who, path: `/api/${path}/${idOf(n)}` }),
    limit: (n) => ({ path: `/${name}/${business}/${idOf(n)}` }),
  });
  const newProduct = (n: number, side: string) => ({
    name: `Novo produto ${run} ${side} ${n}`,
    brand: 'Simula',
    model: 'M1',
    category: 1,
    weight: 0.4,
    width: 12,
    height: 11,
    depth: 9,
    description: 'Feito para ser medido.',
  });
  const newVariations = (n: number, side: string) =>
    ['Azul', 'Verde', 'Preto'].map((color) => ({
      sku: `${run}-${side}-${n}-${color}`,
      attributes: { Color: color },
      costCentavos: 1500,
    }));
  const newCosts = (n: number) => {
    const first = (productOf(n) - 1) * 3;
    return Object.fromEntries([1, 2, 3].map((j) => [String(first + j), { costCentavos: 1000 + (n % 500) }]));
  };
  const advertisement = (n: number) => ({
    product: `Novo anúncio ${n}`,
    brand: 'Simula',
    description: 'Feito para ser medido.',
    components: [{ offer: productOf(n), quantity: 1 }],
  });
  const text = (n: number) => ({ brand: `Marca ${n % 7}`, description: `Texto ${run} ${n}` });

  return [
    list('products', supply, supplier),
    list('offers', supply, supplier),
    list('advertisements', sell, seller),
    list('sales', sell, seller),
    list('checkout', supply, supplier),
    search('products', 'products', supply, supplier, searches),
    search('advertisements', 'advertisements', sell, seller, adSearches),
    search('sales', 'orders', sell, seller, buyers),
    {
      name: 'sales by status',
      goals: searched,
      product: () => ({ ...sell, path: '/api/orders?query=status:pending' }),
      limit: () => ({ path: `/sales-by-status/${seller}/pending` }),
    },
    detail('product', 'products', supply, supplier, productOf),
    detail('sale', 'orders', sell, seller, saleOf),
    detail('publication', 'publications', sell, seller, productOf),
    {
      name: 'product create, 3 variations',
      goals: written,
      writes: true,
      product: (n) => ({
        ...supply,
        method: 'POST',
        path: '/api/products',
        key: `${run}-pc-${n}`,
        body: { ...newProduct(n, 'p'), variations: { create: newVariations(n, 'p') } },
      }),
      limit: (n) => ({
        method: 'POST',
        path: '/product-create',
        body: { business: supplier, ...newProduct(n, 'l'), variations: newVariations(n, 'l') },
      }),
    },
    {
      name: 'product update, 3 variations',
      goals: written,
      writes: true,
      product: (n) => ({
        ...supply,
        method: 'PATCH',
        path: `/api/products/${productOf(n)}`,
        key: `${run}-pu-${n}`,
        body: { ...text(n), variations: { update: newCosts(n) } },
      }),
      limit: (n) => ({
        method: 'POST',
        path: '/product-update',
        body: { business: supplier, id: productOf(n), ...text(n), update: newCosts(n) },
      }),
    },
    {
      name: 'advertisement create',
      goals: written,
      writes: true,
      product: (n) => ({
        ...sell,
        method: 'POST',
        path: '/api/advertisements',
        key: `${run}-ac-${n}`,
        body: advertisement(n),
      }),
      limit: (n) => ({
        method: 'POST',
        path: '/advertisement-create',
        body: { business: seller, ...advertisement(n) },
      }),
    },
    {
      name: 'advertisement update',
      goals: written,
      writes: true,
      product: (n) => ({
        ...sell,
        method: 'PATCH',
        path: `/api/advertisements/${productOf(n)}`,
        key: `${run}-au-${n}`,
        body: text(n),
      }),
      limit: (n) => ({
        method: 'POST',
        path: '/advertisement-update',
        body: { business: seller, id: productOf(n), ...text(n) },
      }),
    },
    {
      name: 'publication update',
      goals: published,
      writes: true,
      product: (n) => ({
        ...sell,
        method: 'PATCH',
        path: `/api/publications/${productOf(n)}`,
        key: `${run}-xu-${n}`,
        body: { description: `Texto ${run} ${n}` },
      }),
      limit: (n) => ({
        method: 'POST',
        path: '/publication-update',
        body: { business: seller, id: productOf(n), description: `Texto ${run} ${n}` },
      }),
    },
  ];
}

function pathOf(name: string): string {
  return name === 'offers' ? 'dropship-items' : name === 'checkout' ? 'orders-supplier' : name;
}
