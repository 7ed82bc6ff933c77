import type { World } from '../world.ts';
import { attributeOf, categoryById } from './categories.ts';
import { refuse } from './endpoint.ts';
import { itemsOfUserProduct, sumOfLocations, userProductChanged } from './item-stock.ts';
import type { AttributeValue, Family, Item, StockLocation, UserProduct } from './market.ts';
import { nextId } from './market.ts';

const MAX_ITEMS_PER_PRODUCT = 30;

const keyOf = (attributes: AttributeValue[], item: Item, hierarchy: string): string => {
  const category = categoryById(item.category_id);
  return attributes
    .filter((entry) => {
      const definition = category === null || entry.id === null ? null : attributeOf(category, entry.id);
      // Attributes that the category does not know vary freely inside a family, like the CHILD_PK ones.
      return definition === null ? hierarchy === 'CHILD_PK' : definition.hierarchy === hierarchy;
    })
    .map((entry) => `${entry.id ?? entry.name}=${(entry.value_id ?? entry.value_name ?? '').toLowerCase()}`)
    .toSorted()
    .join('|');
};

/** Same seller, domain, family name, condition and PARENT_PK values. */
const familyKey = (item: Item, familyName: string): string =>
  [
    item.seller_id,
    item.domain_id,
    familyName.toLowerCase(),
    item.condition,
    keyOf(item.attributes, item, 'PARENT_PK'),
  ].join('#');

const familyFor = (world: World, item: Item, familyName: string): Family => {
  const key = familyKey(item, familyName);
  const found = Object.values(world.market.families).find((family) => family.key === key);
  if (found !== undefined) return found;
  const family: Family = {
    id: nextId(world.market, 'family'),
    user_id: item.seller_id,
    key,
    family_name: familyName,
  };
  world.market.families[String(family.id)] = family;
  return family;
};

const productFor = (world: World, item: Item, family: Family): UserProduct | null => {
  const varying = keyOf(item.attributes, item, 'CHILD_PK');
  const candidates = Object.values(world.market.userProducts).filter(
    (product) => product.family_id === family.id,
  );
  const same = candidates.find((product) =>
    itemsOfUserProduct(world.market, product.id).some(
      (other) => keyOf(other.attributes, other, 'CHILD_PK') === varying,
    ),
  );
  return same ?? null;
};

/** Finds the user product an item belongs to or makes it; one product holds the stock of all its items. */
export const joinUserProduct = (
  world: World,
  item: Item,
  familyName: string,
  stock: StockLocation[] | null,
): void => {
  const family = familyFor(world, item, familyName);
  const found = productFor(world, item, family);
  const locations: StockLocation[] = stock ?? [
    { type: 'selling_address', quantity: item.available_quantity, store_id: null, network_node_id: null },
  ];
  item.family_id = family.id;
  if (found === null) {
    const product: UserProduct = {
      id: `MLBU${nextId(world.market, 'userProduct')}`,
      user_id: item.seller_id,
      family_id: family.id,
      version: 1,
      locations,
    };
    world.market.userProducts[product.id] = product;
    item.user_product_id = product.id;
    return;
  }
  if (itemsOfUserProduct(world.market, found.id).length >= MAX_ITEMS_PER_PRODUCT) {
    throw refuse(
      400,
      'validation_error',
      `The user product ${found.id} reached the maximum of ${MAX_ITEMS_PER_PRODUCT} items`,
    );
  }
  item.user_product_id = found.id;
  const stored = found.locations.filter(({ type }) => type === 'meli_facility');
  found.locations = [...locations, ...stored];
  userProductChanged(world, found);
  item.available_quantity = sumOfLocations(found);
};
