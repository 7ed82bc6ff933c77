import { hasFreeShipping } from '../mercado-livre/fees.ts';
import { variationOf } from '../mercado-livre/item-stock.ts';
import type { Buyer } from '../mercado-livre/people.ts';
import type { Html } from '../pages/html.ts';
import { html, reais } from '../pages/html.ts';
import type { World } from '../world.ts';
import { variationName } from './item-page.ts';
import { pathOfItem, photo, priceOf } from './listing.ts';
import { cartOf } from './visitor.ts';

export const cartPage = (world: World, visitor: Buyer, problem: string | null): Html => {
  const cart = cartOf(world, visitor);
  const lines = cart.flatMap((line, index) => {
    const item = world.market.items[line.item_id];
    return item === undefined ? [] : [{ ...line, index, item, price: priceOf(world, item) * line.quantity }];
  });
  const total = lines.reduce((sum, line) => sum + line.price, 0);
  const warning = problem === null ? null : html`<p class="notice bad" role="alert">${problem}</p>`;
  if (lines.length === 0) {
    return html`<h1>Carrinho</h1>${warning}<p class="empty">O carrinho está vazio. <a href="/shop">Ver produtos</a></p>`;
  }
  const sellers = new Set(lines.map((line) => line.item.seller_id)).size;
  return html`<h1>Carrinho</h1>${warning}
<section class="card">
<ul class="lines">${lines.map((line) => {
    const variation = variationOf(line.item, line.variation_id);
    return html`<li><span class="with-photo"><span class="photo tiny">${photo(world, line.item)}</span>
<span>${line.quantity} × <a href="${pathOfItem(world, line.item)}">${line.item.title}</a>${variation === null ? null : html` <small>${variationName(variation)}</small>`}</span></span>
<span>${reais(line.price)} <form class="inline" method="post" action="/shop/cart/remove"><input type="hidden" name="index" value="${line.index}"><button aria-label="Tirar ${line.item.title} do carrinho">Tirar</button></form></span></li>`;
  })}</ul>
<p class="total">Total <strong>${reais(total)}</strong> <span class="quiet">${hasFreeShipping(total) ? 'frete grátis' : 'mais frete'}${sellers > 1 ? ` · ${sellers} pacotes, um por vendedor` : ''}</span></p>
<form method="post" action="/shop/checkout"><div class="actions">
<button class="primary" name="act" value="pay">Comprar e pagar com PIX</button>
<button name="act" value="later">Comprar e pagar depois</button>
</div></form>
</section>`;
};
