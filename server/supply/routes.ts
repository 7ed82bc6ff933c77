import type { api } from '#contract/index.ts';
import { formatDocument } from '#contract/primitives.ts';
import { exportList } from '#server/http/export.ts';
import type { Handlers } from '#server/http/route.ts';
import { listSuppliers } from './supplier.queries.ts';
import { createSupplier, readSupplier, removeSupplier, updateSupplier } from './supplier.ts';

export const supplierRoutes: Handlers<typeof api.suppliers> = {
  list: ({ tx, actor, query }) => listSuppliers(tx, actor, query),
  export: exportList({
    name: (words) => words.supply.suppliers.title,
    list: listSuppliers,
    columns: [
      { key: 'name', label: (words) => words.supply.suppliers.name, value: (row) => row.name },
      {
        key: 'fantasyName',
        label: (words) => words.supply.suppliers.fantasyName,
        value: (row) => row.fantasyName,
      },
      {
        key: 'document',
        label: (words) => words.supply.suppliers.document,
        value: (row) => row.document && formatDocument(row.document),
      },
      { key: 'city', label: (words) => words.supply.suppliers.city, value: (row) => row.city },
      { key: 'state', label: (words) => words.supply.suppliers.state, value: (row) => row.state },
      { key: 'contact', label: (words) => words.supply.suppliers.contact, value: (row) => row.contact?.name },
      { key: 'phone', label: (words) => words.supply.suppliers.phone, value: (row) => row.contact?.phone },
      { key: 'email', label: (words) => words.supply.suppliers.email, value: (row) => row.contact?.email },
      {
        key: 'leadDays',
        label: (words) => words.supply.suppliers.leadDays,
        value: (row) => row.leadDays,
        kind: 'number',
      },
    ],
  }),
  detail: ({ tx, actor, params }) => readSupplier(tx, actor, params.id),
  create: ({ tx, actor, body }) => createSupplier(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateSupplier(tx, actor, params.id, body, version),
  remove: ({ tx, params }) => removeSupplier(tx, params.id),
};
