import { regularPrice } from '../mercado-livre/campaigns/state.ts';
import { categories, categoryById } from '../mercado-livre/categories.ts';
import { totalQuantity } from '../mercado-livre/item-rules.ts';
import { permalinkOf } from '../mercado-livre/item-views.ts';
import type { Item } from '../mercado-livre/market.ts';
import { sellerById } from '../mercado-livre/market.ts';
import { pictureUrl } from '../mercado-livre/pictures.ts';
import { paidPrice } from '../mercado-livre/promotions.ts';
import { isFreeToBuyer } from '../mercado-livre/sale-terms.ts';
import type { Product } from '../nuvemshop/market.ts';
import { textIn } from '../nuvemshop/market.ts';
import type { Html } from '../pages/html.ts';
import { html, reais } from '../pages/html.ts';
import type { Item as ShopeeItem } from '../shopee/market.ts';
import type { World } from '../world.ts';
import { listedAtShopee, shopeeCard } from './shopee-pages.ts';
import { listedIn, storeCard } from './store-pages.ts';

/** What a buyer pays for one unit. */
export const priceOf = (world: World, item: Item): number => paidPrice(world, item, regularPrice(item));

/** During a campaign, the regular price is struck through. */
export const priceWords = (price: number, regular: number): Html =>
  html`${regular > price ? html`<s class="quiet">${reais(regular)}</s> ` : null}${reais(price)}`;

export const pathOfItem = (world: World, item: Item): string => new URL(permalinkOf(world, item)).pathname;

export const photo = (world: World, item: Item, pictureId = item.picture_ids[0]): Html => {
  const ready = pictureId !== undefined && world.pictures.has(pictureId);
  return ready
    ? html`<img src="${pictureUrl(world, pictureId)}" alt="${item.title}" loading="lazy">`
    : html`<span class="no-photo" role="img" aria-label="Sem foto">${item.title.slice(0, 1)}</span>`;
};

/** `1 vendido`, `3 vendidos` */
export const soldWords = (item: Item): string =>
  `${item.sold_quantity} ${item.sold_quantity === 1 ? 'vendido' : 'vendidos'}`;

const card = (world: World, item: Item): Html => {
  const price = priceOf(world, item);
  const left = totalQuantity(item);
  return html`<li class="product"><a href="${pathOfItem(world, item)}">
<div class="photo">${photo(world, item)}</div>
<div class="text">
<h2>${item.title}</h2>
<p class="price">${priceWords(price, regularPrice(item))}</p>
${isFreeToBuyer(item, price) ? html`<p class="good">Frete grátis</p>` : null}
<p class="quiet">${left === 1 ? 'Última unidade' : `${left} disponíveis`}${item.sold_quantity > 0 ? ` · ${soldWords(item)}` : ''}</p>
<p class="quiet">Mercado Livre · ${sellerById(world.market, item.seller_id)?.nickname}</p>
</div>
</a></li>`;
};

const bare = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export type Search = {
  text: string;
  categoryId: string;
  sellerId: number | null;
  /** `mercado-livre`, `shopee`, or the handle of a store; empty is everywhere. */
  where: string;
};

const isWithin = (item: Item, rootId: string): boolean => {
  let category = categoryById(item.category_id);
  while (category !== null) {
    if (category.id === rootId) return true;
    category = categoryById(category.parent);
  }
  return false;
};

const wordsOf = (search: Search): string[] =>
  bare(search.text)
    .split(/\s+/)
    .filter((word) => word !== '');

const findItems = (world: World, search: Search): Item[] => {
  const words = wordsOf(search);
  if (search.where !== '' && search.where !== 'mercado-livre') return [];
  return Object.values(world.market.items)
    .filter(
      (item) =>
        item.status === 'active' &&
        (search.categoryId === '' || isWithin(item, search.categoryId)) &&
        (search.sellerId === null || item.seller_id === search.sellerId) &&
        words.every((word) => bare(`${item.title} ${item.id}`).includes(word)),
    )
    .toReversed();
};

/** Products of the stores, which have their own categories and sellers. */
const findProducts = (world: World, search: Search): Product[] => {
  const words = wordsOf(search);
  if (search.categoryId !== '' || search.sellerId !== null) return [];
  return world.nuvemshop.stores
    .filter((store) => !store.suspended && (search.where === '' || search.where === store.handle))
    .flatMap((store) => listedIn(world, store.id))
    .filter((product) => words.every((word) => bare(`${textIn(product.name)} ${product.id}`).includes(word)));
};

const findAtShopee = (world: World, search: Search): ShopeeItem[] => {
  const words = wordsOf(search);
  if (search.categoryId !== '' || search.sellerId !== null) return [];
  if (search.where !== '' && search.where !== 'shopee') return [];
  return listedAtShopee(world).filter((item) =>
    words.every((word) => bare(`${item.item_name} ${item.item_id}`).includes(word)),
  );
};

const whereField = (world: World, search: Search): Html => {
  const places = [
    { handle: 'mercado-livre', name: 'Mercado Livre' },
    { handle: 'shopee', name: 'Shopee' },
    ...world.nuvemshop.stores.map(({ handle, name }) => ({ handle, name: `Nuvemshop: ${name}` })),
  ];
  return html`<label><span class="sr">Onde</span><select name="where"><option value="">Em todas as lojas</option>${places.map(
    ({ handle, name }) =>
      html`<option value="${handle}"${handle === search.where ? { markup: ' selected' } : null}>${name}</option>`,
  )}</select></label>`;
};

export const listingPage = (world: World, search: Search): Html => {
  const cards = [
    ...findItems(world, search).map((item) => card(world, item)),
    ...findAtShopee(world, search).map((item) => shopeeCard(world, item)),
    ...findProducts(world, search).map((product) => storeCard(world, product)),
  ];
  const roots = categories.filter((category) => category.parent === null);
  const narrowed =
    search.text !== '' || search.categoryId !== '' || search.sellerId !== null || search.where !== '';
  return html`<form class="search" method="get" action="/shop" role="search">
<label class="grow"><span class="sr">Buscar</span><input type="search" name="q" value="${search.text}" placeholder="Buscar produtos ou código MLB…"></label>
<label><span class="sr">Categoria</span><select name="category"><option value="">Todas as categorias</option>${roots.map(
    (root) =>
      html`<option value="${root.id}"${root.id === search.categoryId ? { markup: ' selected' } : null}>${root.name}</option>`,
  )}</select></label>
${whereField(world, search)}
<button class="primary">Buscar</button>
</form>
<h1 class="sr">Produtos</h1>
${
  cards.length === 0
    ? html`<p class="empty">${narrowed ? 'Nenhum produto encontrado.' : 'Ainda não há nada à venda. Publique um anúncio e ele aparece aqui.'}${narrowed ? html` <a href="/shop">Ver tudo</a>` : null}</p>`
    : html`<ul class="products">${cards}</ul>`
}`;
};
