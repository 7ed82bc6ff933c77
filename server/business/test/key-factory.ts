import { api } from '#contract/index.ts';
import type { Role } from '#contract/permissions.ts';
import type { Person } from '#server/test/app.ts';

let serial = 0;

/** A key of the API, made by an owner. */
export function makeKey(owner: Person, role: Role, expiresOn = '2027-02-01') {
  return owner.call(api.apiKeys.create, { body: { name: `ERP ${++serial}`, role, expiresOn } });
}
