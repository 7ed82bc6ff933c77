import type { BodyInputOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import type { Supplier } from '#contract/supply/supplier.ts';
import { changedFields, changesOf, newTempId } from '../../ui/form/collection.ts';

export type ContactValues = {
  id?: number;
  tempId?: string;
  name: string;
  phone: string;
  email: string;
  main: boolean;
};

export type SupplierValues = {
  name: string;
  fantasyName: string;
  document: string;
  stateInscription: string;
  zip: string;
  state: string;
  city: string;
  neighborhood: string;
  street: string;
  number: string;
  complement: string;
  notes: string;
  leadDays: number | null;
  minimumOrderCentavos: number | null;
  paymentTerms: string;
  contacts: ContactValues[];
};

export const newContact = (main: boolean): ContactValues => ({
  tempId: newTempId(),
  name: '',
  phone: '',
  email: '',
  main,
});

export const newSupplier: SupplierValues = {
  name: '',
  fantasyName: '',
  document: '',
  stateInscription: '',
  zip: '',
  state: '',
  city: '',
  neighborhood: '',
  street: '',
  number: '',
  complement: '',
  notes: '',
  leadDays: null,
  minimumOrderCentavos: null,
  paymentTerms: '',
  contacts: [],
};

export function supplierValues(supplier: Supplier): SupplierValues {
  const { id: _i, version: _v, createdAt: _c, archived: _a, contact: _m, ...values } = supplier;
  const { minimumOrderCentavos = null, paymentTerms = '' } = supplier;
  return { ...values, minimumOrderCentavos, paymentTerms };
}

const contactBody = ({ name, phone, email, main }: ContactValues) => ({ name, phone, email, main });

export function createBody(values: SupplierValues): BodyInputOf<typeof api.suppliers.create> {
  const { contacts, ...fields } = values;
  return { ...fields, contacts: changesOf([], contacts, contactBody) };
}

export function updateBody(
  before: SupplierValues,
  after: SupplierValues,
): BodyInputOf<typeof api.suppliers.update> {
  const { contacts: was, ...fieldsBefore } = before;
  const { contacts, ...fields } = after;
  return { ...changedFields(fieldsBefore, fields), contacts: changesOf(was, contacts, contactBody) };
}
