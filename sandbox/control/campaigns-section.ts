import { kindNames } from '../mercado-livre/campaigns/kinds.ts';
import { sellerById } from '../mercado-livre/market.ts';
import type { Html } from '../pages/html.ts';
import { html, whenPt } from '../pages/html.ts';
import { type Fields, numberOf, textOf } from '../reading.ts';
import { shopById } from '../shopee/market.ts';
import type { World } from '../world.ts';
import { listCampaigns, openCampaign } from './campaigns.ts';
import { button, table } from './sections.ts';
import { listDiscounts } from './shopee-discounts.ts';

const SHOWN = 50;

const period = (start: string, finish: string | null): string =>
  `${whenPt(start)} – ${finish === null ? 'sem fim' : whenPt(finish)}`;

type ShownCampaign = ReturnType<typeof listCampaigns>[number];

const campaignRow = (world: World, campaign: ShownCampaign): Html => {
  const taking = campaign.items.filter(({ status }) => status === 'started' || status === 'pending').length;
  const candidates = campaign.items.filter(({ status }) => status === 'candidate').length;
  return html`<tr><td>${campaign.name === '' ? campaign.type : campaign.name}<br><span class="quiet">${campaign.type} · ${campaign.id}</span></td>
<td>${sellerById(world.market, campaign.sellerId)?.nickname}</td>
<td>${campaign.status}<br><span class="quiet">${period(campaign.start, campaign.finish)}</span></td>
<td>${taking} na campanha<br><span class="quiet">${candidates} ${candidates === 1 ? 'convidado' : 'convidados'}</span></td>
<td>${campaign.status === 'finished' ? null : button('campaign-end', campaign.id, 'Encerrar')}</td></tr>`;
};

/** From the page: a campaign of a week, to which every suitable item is invited. */
export const openCampaignFromForm = (world: World, form: Fields): unknown =>
  openCampaign(world, {
    sellerId: form.seller,
    type: form.type,
    name: textOf(form.name) || undefined,
    meliPercent: numberOf(form.meliPercent) ?? undefined,
    sellerPercent: numberOf(form.sellerPercent) ?? undefined,
  });

export const campaignsSection = (world: World): Html => {
  const campaigns = listCampaigns(world).toReversed().slice(0, SHOWN);
  return html`<section class="card" id="campanhas"><h2>Campanhas</h2>
${
  campaigns.length === 0
    ? html`<p class="quiet">Nenhuma campanha ainda.</p>`
    : table(
        'Campanhas',
        ['Campanha', 'Conta', 'Situação', 'Anúncios', ''],
        campaigns.map((campaign) => campaignRow(world, campaign)),
      )
}
<form method="post" action="/control/do/campaign" class="fields">
<label>Conta <select name="seller">${world.market.sellers.map(({ id, nickname }) => html`<option value="${id}">${nickname}</option>`)}</select></label>
<label>Tipo <select name="type">${kindNames.map((name) => html`<option>${name}</option>`)}</select></label>
<label>Nome <input name="name" placeholder="Campanha"></label>
<label>% do Mercado Livre <input name="meliPercent" type="number" min="0" max="80" placeholder="5"></label>
<label>% da conta <input name="sellerPercent" type="number" min="0" max="80" placeholder="10"></label>
<button>Abrir</button>
</form></section>`;
};

type ShownDiscount = ReturnType<typeof listDiscounts>[number];

const discountRow = (
  world: World,
  discount: ShownDiscount,
): Html => html`<tr><td>${discount.name}<br><span class="quiet">${discount.id}</span></td>
<td>${shopById(world.shopee, discount.shopId)?.shop_name}</td>
<td>${discount.status}<br><span class="quiet">${period(discount.start, discount.finish)}</span></td>
<td>${discount.items.length}</td>
<td>${discount.status === 'expired' ? null : button('shopee-discount-end', discount.id, 'Encerrar')}</td></tr>`;

export const shopeeDiscountsSection = (world: World): Html => {
  const discounts = listDiscounts(world).toReversed().slice(0, SHOWN);
  return html`<section class="card" id="descontos-shopee"><h2>Descontos das lojas Shopee</h2>
${
  discounts.length === 0
    ? html`<p class="quiet">Nenhum desconto ainda.</p>`
    : table(
        'Descontos das lojas Shopee',
        ['Desconto', 'Loja', 'Situação', 'Itens', ''],
        discounts.map((discount) => discountRow(world, discount)),
      )
}
</section>`;
};
