import { regularPrice } from '../mercado-livre/campaigns/state.ts';
import { attributeOf, categoryById, pathOf } from '../mercado-livre/categories.ts';
import { availableOf } from '../mercado-livre/item-stock.ts';
import type { AttributeValue, Item, Variation } from '../mercado-livre/market.ts';
import { sellerById } from '../mercado-livre/market.ts';
import { isFreeToBuyer, manufacturingWords, warrantyWords } from '../mercado-livre/sale-terms.ts';
import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';
import type { World } from '../world.ts';
import { itemQuestions } from './item-questions.ts';
import { pathOfItem, photo, priceOf, priceWords, soldWords } from './listing.ts';

const MAX_CHOICE = 10;

export const variationName = (variation: Variation): string =>
  variation.attribute_combinations.map((entry) => entry.value_name ?? '').join(' / ');

const variationChoice = (variation: Variation, checked: boolean): Html => {
  const soldOut = variation.available_quantity === 0;
  const state = soldOut ? ' disabled' : checked ? ' checked' : '';
  return html`<label class="chip"><input type="radio" name="variationId" value="${variation.id}"${{ markup: state }} required>
<span>${variationName(variation)} <small>${soldOut ? 'esgotado' : `${variation.available_quantity} un.`}</small></span></label>`;
};

const variationField = (item: Item): Html | null => {
  if (item.variations.length === 0) return null;
  const first = item.variations.find((variation) => variation.available_quantity > 0);
  const names = item.variations[0]?.attribute_combinations.map((entry) => entry.name).join(' / ');
  return html`<fieldset><legend>${names}</legend><div class="chips">${item.variations.map((variation) =>
    variationChoice(variation, variation.id === first?.id),
  )}</div></fieldset>`;
};

const familyLinks = (world: World, item: Item): Html | null => {
  if (item.family_id === null) return null;
  const siblings = Object.values(world.market.items).filter(
    (other) => other.family_id === item.family_id && other.status === 'active',
  );
  if (siblings.length < 2) return null;
  return html`<p class="family"><span>Outras opções:</span> ${siblings.map((other) =>
    other.id === item.id
      ? html`<strong aria-current="true">${other.title}</strong>`
      : html`<a href="${pathOfItem(world, other)}">${other.title}</a>`,
  )}</p>`;
};

const hidden = /^SELLER_|^ITEM_CONDITION$|^EMPTY_GTIN/;

const attributeRows = (item: Item): AttributeValue[] =>
  item.attributes.filter((entry) => entry.value_name !== null && !hidden.test(entry.id ?? ''));

const buyForm = (world: World, item: Item): Html => {
  const most = item.variations.length === 0 ? availableOf(world.market, item, null) : MAX_CHOICE;
  const choices = Array.from({ length: Math.min(most, MAX_CHOICE) }, (_, index) => index + 1);
  return html`<form class="buy" method="post" action="/shop/buy">
<input type="hidden" name="itemId" value="${item.id}">
${variationField(item)}
<label>Quantidade <select name="quantity">${choices.map((count) => html`<option>${count}</option>`)}</select></label>
<div class="actions">
<button class="primary" name="act" value="pay">Comprar e pagar com PIX</button>
<button name="act" value="later">Comprar e pagar depois</button>
<button name="act" value="cart">Adicionar ao carrinho</button>
</div>
</form>`;
};

const promises = (item: Item): Html => {
  const manufacturing = manufacturingWords(item);
  return html`<p class="quiet">${[warrantyWords(item), manufacturing && `Disponível em ${manufacturing}`].filter(Boolean).join(' · ')}</p>`;
};

const unavailable = (item: Item): Html => {
  const soldOut = item.sub_status.includes('out_of_stock');
  const reason = soldOut
    ? 'Produto esgotado'
    : item.status === 'closed'
      ? 'Anúncio finalizado'
      : 'Anúncio pausado';
  return html`<p class="notice" role="status"><strong>${reason}.</strong> Não é possível comprar agora.</p>`;
};

export const itemPage = (world: World, item: Item, problem: string | null): Html => {
  const category = categoryById(item.category_id);
  const trail = category === null ? [] : pathOf(category);
  const price = priceOf(world, item);
  return html`<nav class="trail" aria-label="Categoria">${trail.map((step, index) => html`${index > 0 ? ' › ' : ''}<a href="/shop?category=${trail[0]?.id}">${step.name}</a>`)}</nav>
${problem === null ? null : html`<p class="notice bad" role="alert">${problem}</p>`}
<article class="item">
<div class="gallery"><div class="photo big">${photo(world, item)}</div>
${item.picture_ids.length > 1 ? html`<div class="thumbs">${item.picture_ids.slice(1, 6).map((id) => html`<div class="photo">${photo(world, item, id)}</div>`)}</div>` : null}
</div>
<div class="offer">
<p class="quiet">${item.condition === 'new' ? 'Novo' : 'Usado'} · ${soldWords(item)} · ${item.listing_type_id === 'gold_pro' ? 'Premium' : 'Clássico'}</p>
<h1>${item.title}</h1>
<p class="price big">${priceWords(price, regularPrice(item))}</p>
${item.listing_type_id === 'gold_pro' ? html`<p class="good">em até 12x sem juros</p>` : null}
<p class="${isFreeToBuyer(item, price) ? 'good' : 'quiet'}">${isFreeToBuyer(item, price) ? 'Frete grátis' : 'Frete R$ 18,90'}</p>
${promises(item)}
${familyLinks(world, item)}
${item.status === 'active' ? buyForm(world, item) : unavailable(item)}
<p class="quiet">Vendido por <a href="/shop?seller=${item.seller_id}">${sellerById(world.market, item.seller_id)?.nickname}</a> · ${item.id}</p>
</div>
</article>
<section class="card"><h2>Características</h2>
<dl class="facts">${attributeRows(item).map(
    (entry) =>
      html`<div><dt>${(category === null || entry.id === null ? null : attributeOf(category, entry.id)?.name) ?? entry.name}</dt><dd>${entry.value_name}</dd></div>`,
  )}</dl></section>
${item.description === null ? null : html`<section class="card"><h2>Descrição</h2><p class="description">${item.description.plain_text}</p></section>`}
${itemQuestions(world, item)}`;
};
