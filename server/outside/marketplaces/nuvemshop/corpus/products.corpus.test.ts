import { describe, expect, test } from 'vitest';
import { sources, startCorpusStage } from '../test/corpus-stage.ts';

type Body = Record<string, unknown>;
const { readProductAs } = await startCorpusStage();

const variantBody = (changes: Body = {}): Body => ({
  id: 101,
  image_id: null,
  product_id: 1,
  position: 1,
  price: '120.00',
  compare_at_price: '120.00',
  promotional_price: null,
  stock_management: true,
  stock: 5,
  weight: '0.800',
  width: '15.00',
  height: '12.00',
  depth: '20.00',
  sku: 'VASO-BR-M',
  values: [{ pt: 'Branco' }],
  barcode: '7891000100103',
  mpn: null,
  cost: null,
  created_at: '2026-11-01T12:00:00+0000',
  updated_at: '2026-11-20T12:00:00+0000',
  ...changes,
});

const productBody = (variants: Body[], changes: Body = {}): Body => ({
  id: 1,
  name: { pt: 'Vaso de cerâmica', es: 'Florero' },
  description: { pt: '<p>Feito à mão.</p>' },
  handle: { pt: 'vaso-de-ceramica' },
  attributes: [{ pt: 'Cor' }],
  published: true,
  free_shipping: false,
  requires_shipping: true,
  canonical_url: 'https://loja.example/produtos/vaso-de-ceramica/',
  video_url: null,
  seo_title: {},
  brand: null,
  tags: '',
  variants,
  images: [],
  categories: [{ id: 11, name: { pt: 'Casa' } }],
  ...changes,
});

type Case = { name: string; source: string; variant: Body; product?: Body; reads: object };
const plain = { price: 12_000, promotion: null };
const lower = { from: null, to: null, name: '', price: 8990 };

const cases: Case[] = [
  { name: 'a promotional price of null', source: sources.variant, variant: {}, reads: plain },
  {
    name: 'a promotional price of "0.00"',
    source: sources.variant,
    variant: { promotional_price: '0.00' },
    reads: plain,
  },
  {
    name: 'an empty promotional price',
    source: sources.variant,
    variant: { promotional_price: '' },
    reads: plain,
  },
  {
    name: 'no promotional price at all',
    source: sources.variant,
    variant: { promotional_price: undefined },
    reads: plain,
  },
  {
    name: 'a promotional price below the price',
    source: sources.variant,
    variant: { promotional_price: '89.90' },
    reads: { price: 12_000, promotion: lower },
  },
  {
    name: 'a promotional price that is a number',
    source: sources.inventoryPage,
    variant: { price: 120, promotional_price: 89.9 },
    reads: { price: 12_000, promotion: lower },
  },
  {
    name: 'a promotional price equal to the price',
    source: sources.variant,
    variant: { promotional_price: '120.00' },
    reads: plain,
  },
  {
    name: 'a promotional price above the price',
    source: sources.variant,
    variant: { promotional_price: '150.00' },
    reads: plain,
  },
  {
    name: 'no price, for buyers who are to ask for it',
    source: sources.variant,
    variant: { price: null },
    reads: { price: null, promotion: null },
  },
  {
    name: 'texts without a language',
    source: sources.inventoryPage,
    variant: { values: ['Branco'] },
    product: { name: 'Vaso de cerâmica', description: 'Feito à mão.', attributes: ['Cor'] },
    reads: { name: 'Vaso de cerâmica', variations: [{ name: 'Branco', attributes: [{ name: 'Cor' }] }] },
  },
  {
    name: 'texts in Spanish alone',
    source: sources.product,
    variant: { values: [{ es: 'Blanco' }] },
    product: { name: { es: 'Florero' } },
    reads: { name: 'Florero', variations: [{ name: 'Blanco' }] },
  },
  {
    name: 'a stock',
    source: sources.variant,
    variant: { stock: 5 },
    reads: { quantity: 5, state: 'active' },
  },
  {
    name: 'no stock left',
    source: sources.variant,
    variant: { stock: 0 },
    reads: { quantity: 0, state: 'paused', pausedBySeller: false },
  },
  {
    name: 'a stock that nobody counts',
    source: sources.variant,
    variant: { stock_management: false, stock: null },
    reads: { quantity: 999_999 },
  },
  {
    name: 'stock by place alone',
    source: sources.inventoryPage,
    variant: {
      stock: undefined,
      inventory_levels: [
        { id: 1, location_id: '01GQ2ZHK064BQRHGDB7CCV0Y6N', stock: 3 },
        { id: 2, location_id: '01GQ2ZHK064BQRHGDB7CCV0Y6P', stock: 4 },
      ],
    },
    reads: { quantity: 7 },
  },
  {
    name: 'a hidden product',
    source: sources.product,
    variant: {},
    product: { published: false },
    reads: { state: 'paused', pausedBySeller: true },
  },
];

describe('products of Nuvemshop are read', () => {
  test.each(cases)(
    'products of Nuvemshop are read with $name ($source)',
    async ({ variant, product, reads }) => {
      const answer = { status: 200, body: productBody([variantBody(variant)], product) };
      expect(await readProductAs(answer)).toMatchObject(reads);
    },
  );
});
