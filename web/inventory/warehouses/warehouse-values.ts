import type { Warehouse } from '#contract/inventory/warehouse.ts';

export type WarehouseValues = {
  name: string;
  notes: string;
  zip: string;
  state: string;
  city: string;
  neighborhood: string;
  street: string;
  number: string;
  complement: string;
};

export const newWarehouse: WarehouseValues = {
  name: '',
  notes: '',
  zip: '',
  state: '',
  city: '',
  neighborhood: '',
  street: '',
  number: '',
  complement: '',
};

export function warehouseValues(warehouse: Warehouse): WarehouseValues {
  const { name, notes, zip, state, city, neighborhood, street, number, complement } = warehouse;
  return { name, notes, zip, state, city, neighborhood, street, number, complement };
}
