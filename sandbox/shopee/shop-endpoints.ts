import type { Answer } from '../answer.ts';
import type { Endpoint, ShopCall } from './endpoint.ts';
import { bare, failure, get, ok, refuse } from './endpoint.ts';
import { secondsOf } from './market.ts';

/** Its fields are next to the envelope. */
const showInfo = ({ shop, market }: ShopCall): Answer => {
  const grant = market.grants[String(shop.shop_id)];
  return bare({
    shop_name: shop.shop_name,
    region: 'BR',
    status: shop.status,
    is_cb: false,
    is_sip: false,
    auth_time: secondsOf(grant?.auth_time ?? null),
    expire_time: secondsOf(grant?.expire_time ?? null),
    merchant_id: null,
    shop_fulfillment_flag: 'Others',
    is_main_shop: false,
    is_one_awb: true,
  });
};

const showProfile = ({ shop }: ShopCall): Answer =>
  ok({ shop_logo: '', description: '', shop_name: shop.shop_name, invoice_issuer: shop.invoice_issuer });

const showOnboarding = ({ shop }: ShopCall): Answer =>
  ok({
    tax_id_type: shop.tax_id_type === 'CPF' ? 1 : 2,
    tax_id: shop.tax_id,
    legal_entity_name: shop.legal_name,
    state_registration: shop.state_registration,
    billing_address: {
      state: shop.address.stateName,
      city: shop.address.city,
      address: `${shop.address.street}, ${shop.address.number}`,
      zipcode: shop.address.zip,
    },
    mei_check: false,
  });

/** Only for shops that may have several; everything of a place but its codes is the shop's own address here. */
const showWarehouses = ({ shop, query }: ShopCall): Answer => {
  const { warehouses = [], address } = shop;
  if (warehouses.length === 0)
    return failure(
      'warehouse.error_not_in_whitelist',
      'Your shop is not in multi-warehouse whitelist.',
      null,
    );
  const wanted = query.warehouse_type === '2' ? 2 : 1;
  const found = warehouses.filter(({ warehouse_type: type }) => type === wanted);
  if (found.length === 0)
    throw refuse('warehouse.error_can_not_find_warehouse', 'There is no warehouse address for the shop.');
  return ok(
    found.map((warehouse) => ({
      ...warehouse,
      region: 'BR',
      state: address.stateName,
      city: address.city,
      district: address.neighborhood,
      town: '',
      address: `${address.street}, ${address.number}`,
      zipcode: address.zip,
      state_code: address.state,
    })),
  );
};

export const shopEndpoints: Endpoint[] = [
  get('/shop/get_shop_info', showInfo),
  get('/shop/get_profile', showProfile),
  get('/shop/get_warehouse_detail', showWarehouses),
  get('/shop/get_br_shop_onboarding_info', showOnboarding),
];
