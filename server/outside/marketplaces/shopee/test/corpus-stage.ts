import { startStage } from './stage.ts';

type Body = Record<string, unknown>;

/** The source of the shape of an answer: a public repository with a file, or the number of a file. */
export const sources = {
  order: 'congminh1254/shopee-sdk, schemas/v2.order.get_order_detail.json',
  escrow: 'congminh1254/shopee-sdk, schemas/v2.payment.get_escrow_detail.json',
  tracking: 'congminh1254/shopee-sdk, schemas/v2.logistics.get_tracking_number.json',
  ways: 'congminh1254/shopee-sdk, schemas/v2.logistics.get_shipping_parameter.json',
  item: 'congminh1254/shopee-sdk, schemas/v2.product.get_item_base_info.json',
  models: 'congminh1254/shopee-sdk, schemas/v2.product.get_model_list.json',
  promotion: 'congminh1254/shopee-sdk, schemas/v2.product.get_item_promotion.json',
  return: 'congminh1254/shopee-sdk, schemas/v2.returns.get_return_detail.json',
  brazilianWire: 'file 68331228665',
  brazilianReport: 'file 55900046604',
  brazilianDisputes: 'file 69469695726',
  brazilianFees: 'file 70879545336',
} as const;

export const orderSn = '261127K4P9XT2M';

/** 2026-11-27 at this hour in São Paulo, as Unix seconds. */
export const at = (time: string) => Date.parse(`2026-11-27T${time}:00-03:00`) / 1000;
export const moment = (time: string) => new Date(at(time) * 1000);

export const orderLine = (changes: Body = {}): Body => ({
  item_id: 22_193_847_561,
  item_name: 'Garrafa térmica 500 ml',
  item_sku: 'GARRAFA',
  model_id: 178_204_551_093,
  model_name: 'Azul',
  model_sku: 'GAR-AZ',
  model_quantity_purchased: 1,
  model_original_price: 79.9,
  model_discounted_price: 64.9,
  wholesale: false,
  weight: 0.4,
  add_on_deal: false,
  main_item: false,
  add_on_deal_id: 0,
  promotion_type: 'product_promotion',
  promotion_id: 779_222_207_758_537,
  order_item_id: 22_193_847_561,
  line_item_id: 22_193_847_561,
  promotion_group_id: 0,
  image_info: { image_url: 'https://cf.example/file/br-11134207-7r98o-lx_tn' },
  product_location_id: ['BRZ'],
  is_prescription_item: false,
  is_b2c_owned_item: false,
  hot_listing_item: false,
  ...changes,
});

export const orderPackage = (changes: Body = {}): Body => ({
  package_number: 'OFG203948571029384',
  logistics_status: 'LOGISTICS_READY',
  logistics_channel_id: 91_003,
  shipping_carrier: 'Shopee Xpress',
  allow_self_design_awb: false,
  item_list: [
    { item_id: 22_193_847_561, model_id: 178_204_551_093, model_quantity: 1, order_item_id: 22_193_847_561 },
  ],
  parcel_chargeable_weight_gram: 400,
  group_shipment_id: 0,
  sorting_group: '',
  ...changes,
});

export const orderBody = (changes: Body = {}): Body => ({
  order_sn: orderSn,
  region: 'BR',
  currency: 'BRL',
  cod: false,
  total_amount: 74.89,
  pending_terms: [],
  order_status: 'READY_TO_SHIP',
  shipping_carrier: 'Shopee Xpress',
  checkout_shipping_carrier: 'Entrega Padrão',
  payment_method: 'Pix',
  estimated_shipping_fee: 9.99,
  message_to_seller: '',
  create_time: at('09:00'),
  update_time: at('10:00'),
  days_to_ship: 2,
  ship_by_date: at('23:59'),
  buyer_user_id: 1_170_319_091,
  buyer_username: 'jo.medeiros',
  recipient_address: {
    name: 'João Medeiros',
    phone: '******41',
    town: '',
    district: 'Pinheiros',
    city: 'São Paulo',
    state: 'São Paulo',
    region: 'BR',
    zipcode: '05422030',
    full_address: 'Rua dos Pinheiros, 870, Apto 52, Pinheiros, São Paulo, São Paulo, 05422030',
  },
  goods_to_declare: false,
  note: '',
  note_update_time: 0,
  item_list: [orderLine()],
  pay_time: at('09:05'),
  dropshipper: null,
  dropshipper_phone: null,
  split_up: false,
  buyer_cancel_reason: '',
  cancel_by: '',
  cancel_reason: '',
  actual_shipping_fee_confirmed: false,
  buyer_cpf_id: '39053344705',
  fulfillment_flag: 'fulfilled_by_local_seller',
  pickup_done_time: 0,
  package_list: [orderPackage()],
  invoice_data: {
    number: '1204',
    series_number: '1',
    access_key: '35261112345678000195550010000012041000012044',
    issue_date: at('09:30'),
    total_value: 64.9,
    products_total_value: 64.9,
    tax_code: '5102',
    status: 'valid',
  },
  reverse_shipping_fee: 0,
  edt_from: at('12:00'),
  edt_to: at('18:00'),
  payment_info: [
    {
      payment_method: 'Pix',
      payment_processor_register: '38.372.267/0001-82',
      card_brand: '',
      transaction_id: '951679',
      payment_amount: 74.89,
    },
  ],
  ...changes,
});

export const incomeItem = (changes: Body = {}): Body => ({
  item_id: 22_193_847_561,
  item_name: 'Garrafa térmica 500 ml',
  item_sku: 'GARRAFA',
  model_id: 178_204_551_093,
  model_name: 'Azul',
  model_sku: 'GAR-AZ',
  line_item_id: 22_193_847_561,
  original_price: 79.9,
  selling_price: 79.9,
  discounted_price: 64.9,
  seller_discount: 15,
  shopee_discount: 0,
  discount_from_coin: 0,
  discount_from_voucher_shopee: 0,
  discount_from_voucher_seller: 0,
  activity_type: '',
  activity_id: 0,
  is_main_item: false,
  quantity_purchased: 1,
  is_b2c_shop_item: false,
  ams_commission_fee: 0,
  is_kit: false,
  kit_items: [],
  ...changes,
});

/** One bottle at R$ 64,90: 20 % of commission, R$ 4,00 for the order, freight paid by the buyer and the marketplace. */
export const incomeBody = (changes: Body = {}): Body => ({
  escrow_amount: 47.92,
  buyer_total_amount: 74.89,
  order_original_price: 79.9,
  original_price: 79.9,
  order_discounted_price: 64.9,
  order_selling_price: 79.9,
  order_seller_discount: 15,
  seller_discount: 15,
  shopee_discount: 0,
  voucher_from_seller: 0,
  voucher_from_shopee: 0,
  coins: 0,
  buyer_paid_shipping_fee: 9.99,
  buyer_transaction_fee: 0,
  cross_border_tax: 0,
  payment_promotion: 0,
  commission_fee: 9.09,
  service_fee: 3.89,
  net_commission_fee: 9.09,
  net_service_fee: 3.89,
  seller_transaction_fee: 0,
  credit_card_transaction_fee: 0,
  seller_lost_compensation: 0,
  seller_coin_cash_back: 0,
  escrow_tax: 0,
  estimated_shipping_fee: 15.5,
  final_shipping_fee: 0,
  actual_shipping_fee: 15.5,
  order_chargeable_weight: 400,
  shopee_shipping_rebate: 5.51,
  shipping_fee_discount_from_3pl: 0,
  seller_shipping_discount: 0,
  seller_voucher_code: [],
  drc_adjustable_refund: 0,
  cost_of_goods_sold: 64.9,
  original_cost_of_goods_sold: 64.9,
  original_shopee_discount: 0,
  seller_return_refund: 0,
  items: [incomeItem()],
  reverse_shipping_fee: 0,
  final_product_protection: 0,
  campaign_fee: 0,
  rsf_seller_protection_fee_claim_amount: 0,
  shipping_seller_protection_fee_amount: 0,
  delivery_seller_protection_fee_premium_amount: 0,
  total_adjustment_amount: 0,
  escrow_amount_after_adjustment: 47.92,
  order_ams_commission_fee: 0,
  buyer_payment_method: 'Pix',
  instalment_plan: 'N/A',
  final_return_to_seller_shipping_fee: 0,
  withholding_tax: 0,
  tenure_info_list: [{ payment_channel_name: null, instalment_plan: 'N/A' }],
  seller_order_processing_fee: 4,
  pix_discount: 0,
  remaining_voucher: 0,
  ...changes,
});

const ok = (response: unknown) => ({
  status: 200,
  body: { request_id: 'a8e1b94f51d64540bf5762abe7783073', error: '', message: '', response },
});

/** Answers each call of a case with what the marketplace would send for it. */
export async function startCorpusStage() {
  const stage = await startStage();
  const { shop, marketplace, session, answerOnce } = stage;
  const tell = (method: string, response: unknown) => answerOnce(new RegExp(`${method}$`), ok(response));

  return {
    ...stage,
    tell,
    refuse: (method: string, error: string) =>
      answerOnce(new RegExp(`${method}$`), { status: 200, body: { error, message: error } }),
    begin: () => shop.instead.splice(0),
    /** The sale of an order, with its income and tracking number. */
    async readSale(order: Body, { income = incomeBody(), tracking = 'BR269384571029Z' } = {}) {
      shop.instead.splice(0);
      tell('get_order_detail', { order_list: [order] });
      tell('get_escrow_detail', {
        order_sn: orderSn,
        buyer_user_name: 'jo.medeiros',
        return_order_sn_list: [],
        order_income: income,
      });
      tell('get_tracking_number', { tracking_number: tracking, hint: '' });
      const sale = await marketplace.orders.read(session, orderSn, { acceptPartial: false });
      const [read] = sale?.orders ?? [];
      if (!sale || !read) throw new Error('no sale');
      return { sale, order: read, parcel: sale.shipment };
    },
  };
}
