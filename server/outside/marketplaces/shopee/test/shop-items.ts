import type { OwnAd } from '../../contract-suite/existing.ts';

type Body = Record<string, unknown>;
type Refusal = { error: string; message: string };

const list = (value: unknown): Body[] => (Array.isArray(value) ? value : []);

/** Items of the test's shop, created and changed as documented. */
export function createItems() {
  const items = new Map<string, Body>();
  let serial = 9_100_000_000;
  const missing: Refusal = { error: 'product.error_item_not_found', message: 'item_id is not found' };
  const param = (message: string): Refusal => ({ error: 'product.error_param', message });

  const stockOf = (value: unknown) => ({ seller_stock: value, summary_info: {} });
  const priceOf = (value: unknown) => [{ currency: 'BRL', original_price: value, current_price: value }];

  function add(body: Body): Body | Refusal {
    if (!body.item_name) return param('item_name is empty');
    if (list(body.logistic_info).every(({ enabled }) => !enabled)) return param('no logistic channel');
    const id = ++serial;
    const { original_price: price, seller_stock: stock, weight, ...rest } = body;
    items.set(String(id), {
      ...{ item_id: id, has_model: false, tiers: [], models: [], weight: String(weight) },
      ...{ ...rest, price_info: priceOf(price), stock_info_v2: stockOf(stock) },
      attribute_list: list(body.attribute_list).map((one) => ({
        ...one,
        original_attribute_name: 'Material',
      })),
    });
    return { item_id: id };
  }

  function update({ item_id: id, ...changes }: Body): Body | Refusal {
    const item = items.get(String(id));
    if (!item) return missing;
    Object.assign(item, changes, changes.weight !== undefined && { weight: String(changes.weight) });
    return { item_id: id };
  }

  const modelOf = (body: Body): Body => ({
    ...{ model_id: ++serial, tier_index: body.tier_index, model_sku: body.model_sku },
    ...{ gtin_code: body.gtin_code, price_info: priceOf(body.original_price) },
    stock_info_v2: stockOf(body.seller_stock),
  });

  function initTiers(body: Body): Body | Refusal {
    const item = items.get(String(body.item_id));
    if (!item) return missing;
    if (list(body.tier_variation).length > 2) return param('at most 2 tier_variation');
    Object.assign(item, {
      has_model: true,
      tiers: body.tier_variation,
      models: list(body.model).map(modelOf),
    });
    return { item_id: body.item_id };
  }

  /** Models that are not named are deleted. */
  function updateTiers(body: Body): Body | Refusal {
    const item = items.get(String(body.item_id));
    if (!item) return missing;
    const kept = list(body.model_list);
    item.tiers = body.tier_variation;
    item.models = list(item.models).flatMap((model) => {
      const named = kept.find(({ model_id }) => model_id === model.model_id);
      return named ? [{ ...model, tier_index: named.tier_index }] : [];
    });
    return {};
  }

  function addModels(body: Body): Body | Refusal {
    const item = items.get(String(body.item_id));
    if (!item) return missing;
    item.models = [...list(item.models), ...list(body.model_list).map(modelOf)];
    return {};
  }

  function updateModels(body: Body): Body | Refusal {
    const item = items.get(String(body.item_id));
    if (!item) return missing;
    for (const change of list(body.model))
      Object.assign(list(item.models).find(({ model_id }) => model_id === change.model_id) ?? {}, change);
    return {};
  }

  /** Each value is accepted or refused separately. */
  function setEach(body: Body, rows: Body[], write: (target: Body, row: Body) => void): Body | Refusal {
    const item = items.get(String(body.item_id));
    if (!item) return missing;
    const success_list: Body[] = [];
    const failure_list: Body[] = [];
    for (const row of rows) {
      const model = list(item.models).find(({ model_id }) => model_id === row.model_id);
      const target = model ?? (row.model_id === 0 && !item.has_model ? item : undefined);
      if (target) write(target, row);
      if (target) success_list.push({ model_id: row.model_id });
      else failure_list.push({ model_id: row.model_id, failed_reason: 'model is not found' });
    }
    return { success_list, failure_list };
  }

  /** An item as created in the shop's own pages. */
  function makeOwn({ title, price, variations, ...only }: OwnAd): string {
    const unitOf = ({
      quantity = 0,
      sku = '',
      gtin = '',
    }: Omit<OwnAd, 'title' | 'price' | 'variations'>) => ({
      ...{ original_price: price, seller_stock: [{ stock: quantity }], gtin_code: gtin || '00' },
      model_sku: sku,
    });
    const { model_sku, ...unit } = unitOf(only);
    const made: Body = add({
      ...{ ...unit, item_name: title, item_sku: model_sku, item_status: 'NORMAL', category_id: 101 },
      ...{ weight: 0.3, logistic_info: [{ logistic_id: 90001, enabled: true }] },
    });
    const { item_id } = made;
    if (variations)
      initTiers({
        item_id,
        tier_variation: [{ name: 'Cor', option_list: variations.map(({ color }) => ({ option: color })) }],
        model: variations.map((one, n) => ({ ...unitOf(one), tier_index: [n] })),
      });
    return String(item_id);
  }

  /** Those in the requested states, at most 100. */
  function page(query: URLSearchParams): Body {
    const wanted = query.getAll('item_status');
    const all = [...items.values()].filter(({ item_status }) => wanted.includes(String(item_status)));
    const from = Number(query.get('offset'));
    const size = Math.min(100, Number(query.get('page_size')));
    const next = from + size;
    return {
      item: all.slice(from, next).map(({ item_id, item_status }) => ({ item_id, item_status })),
      ...{ total_count: all.length, has_next_page: next < all.length, next_offset: next },
    };
  }

  return {
    items,
    makeOwn,
    page,
    add,
    update,
    initTiers,
    updateTiers,
    addModels,
    updateModels,
    setStock: (body: Body) =>
      setEach(body, list(body.stock_list), (target, row) => {
        target.stock_info_v2 = stockOf(row.seller_stock);
      }),
    setPrice: (body: Body) =>
      setEach(body, list(body.price_list), (target, row) => {
        target.price_info = priceOf(row.original_price);
      }),
    unlist(body: Body): Body {
      for (const { item_id, unlist } of list(body.item_list))
        Object.assign(items.get(String(item_id)) ?? {}, { item_status: unlist ? 'UNLIST' : 'NORMAL' });
      return { failure_list: [], success_list: [] };
    },
    delete: (body: Body): Body => {
      Object.assign(items.get(String(body.item_id)) ?? {}, { item_status: 'SELLER_DELETE' });
      return {};
    },
    base(ids: readonly string[]): Body {
      const reported = ids.flatMap((id) => {
        const { tiers, models, ...item } = items.get(id) ?? {};
        if (item.item_id === undefined) return [];
        // Prices and quantities of an item with models belong to the models.
        return [item.has_model ? { ...item, price_info: undefined, stock_info_v2: undefined } : item];
      });
      return { item_list: reported };
    },
    models: (id: string): Body => {
      const item = items.get(id) ?? {};
      return { tier_variation: item.tiers ?? [], model: item.models ?? [] };
    },
  };
}
