/**
 * Name and address that a sale keeps of its buyer. Written only by us, and still parsed leniently: a sale may be older
 * than its current shape. What is missing is empty.
 */
export function buyerAddressIn(buyer: unknown) {
  const fields = new Map(Object.entries(typeof buyer === 'object' && buyer !== null ? buyer : {}));
  const field = (key: string) => String(fields.get(key) ?? '');
  return {
    name: field('name'),
    street: field('street'),
    number: field('number'),
    complement: field('complement'),
    neighborhood: field('neighborhood'),
    city: field('city'),
    state: field('state'),
    zip: field('zip'),
  };
}
