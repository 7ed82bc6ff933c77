import type { BodyInputOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import type { Person } from '#server/test/app.ts';

let serial = 0;

/** A CNPJ that no other test uses. */
export function nextCnpj(): string {
  const root = String(10_000_000 + ++serial);
  const base = `${root}0001`;
  const digit = (text: string, weights: number[]) => {
    const sum = [...text].reduce((total, character, at) => total + Number(character) * (weights[at] ?? 0), 0);
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  const first = digit(base, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  return `${base}${first}${digit(`${base}${first}`, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])}`;
}

/** A supplier with one contact; for tests. */
export function makeSupplier(person: Person, fields: Partial<BodyInputOf<typeof api.suppliers.create>> = {}) {
  return person.call(api.suppliers.create, {
    body: {
      name: `Cerâmica ${++serial} Ltda`,
      document: nextCnpj(),
      leadDays: 10,
      contacts: { create: [{ name: 'Vera', phone: '(47) 3333-0000', email: 'vera@ceramica.example' }] },
      ...fields,
    },
  });
}

export type Ordered = {
  variationId: number;
  quantity: number;
  quantityPerVolume?: number;
  priceCentavos?: number;
};

/** A pending supply request of these lines; for tests. */
export async function makeRequest(
  person: Person,
  warehouseId: number,
  lines: readonly Ordered[],
  supplierId?: number,
) {
  return person.call(api.supplyRequests.create, {
    body: {
      supplierId: supplierId ?? (await makeSupplier(person)).id,
      warehouseId,
      estimatedDelivery: '2026-12-01',
      lines: { create: lines.map((line) => ({ quantityPerVolume: 1, priceCentavos: 1000, ...line })) },
    },
  });
}

/** The same, approved. */
export async function orderGoods(person: Person, warehouseId: number, lines: readonly Ordered[]) {
  const { id } = await makeRequest(person, warehouseId, lines);
  return person.call(api.supplyRequests.approve, { params: { id }, body: {} });
}
