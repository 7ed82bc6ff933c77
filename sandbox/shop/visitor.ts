import type { FastifyReply, FastifyRequest } from 'fastify';
import { buyerById } from '../mercado-livre/market.ts';
import type { Buyer } from '../mercado-livre/people.ts';
import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';
import type { World } from '../world.ts';

const COOKIE = 'buyer';

/** The visitor in the cookie, by default the first buyer: there is nothing to protect here. */
export const visitorOf = (world: World, request: FastifyRequest): Buyer => {
  const found = new RegExp(`(?:^|; )${COOKIE}=(\\d+)`).exec(request.headers.cookie ?? '')?.[1];
  const buyer = buyerById(world.market, Number(found)) ?? world.market.buyers[0];
  if (buyer === undefined) throw new Error('the shop has no buyers');
  return buyer;
};

export const rememberVisitor = (reply: FastifyReply, buyerId: number): void => {
  reply.header('set-cookie', `${COOKIE}=${buyerId}; Path=/shop; HttpOnly; SameSite=Lax`);
};

export const cartOf = (world: World, buyer: Buyer) => {
  const key = String(buyer.id);
  const cart = world.market.carts[key] ?? [];
  world.market.carts[key] = cart;
  return cart;
};

export const visitorBar = (world: World, visitor: Buyer): Html => {
  const units = cartOf(world, visitor).reduce((total, line) => total + line.quantity, 0);
  return html`<div class="visitor">
<form method="post" action="/shop/visitor">
<label>Comprando como <select name="buyer">${world.market.buyers.map(
    (buyer) =>
      html`<option value="${buyer.id}"${buyer.id === visitor.id ? { markup: ' selected' } : null}>${buyer.first_name} ${buyer.last_name}</option>`,
  )}</select></label>
<button>Trocar</button>
</form>
<a href="/shop/orders">Minhas compras</a>
<a href="/shop/cart">Carrinho${units > 0 ? ` (${units})` : ''}</a>
</div>`;
};
