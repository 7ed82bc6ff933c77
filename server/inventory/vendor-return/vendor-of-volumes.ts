import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';

/** The vendor of a return: its id if it is one of the business. Without a name it is not known yet. */
export type Vendor = { supplierId: number | null; name: string; document: string };
export const unknownVendor: Vendor = { supplierId: null, name: '', document: '' };

/** The vendors that delivered these volumes; volumes without a receipt have none. */
async function vendorsOf(tx: Tx, volumeIds: readonly number[]): Promise<(Vendor & { code: string })[]> {
  const { rows } = await sql<Vendor & { code: string }>`
    select v.code, s.id as "supplierId", s.name, s.document from volumes v
      join supply_request_lines l on l.business_id = v.business_id and l.id = v.request_line_id
      join supply_requests r on r.business_id = l.business_id and r.id = l.request_id
      join suppliers s on s.business_id = r.business_id and s.id = r.supplier_id
    where v.business_id = ${ownBusiness} and v.id = any(${volumeIds}::bigint[]) order by v.id`.execute(tx.db);
  return rows;
}

/**
 * The vendor of a return with these volumes: the known one, or that of the first volume with a receipt. A volume that
 * another vendor delivered is refused.
 */
export async function vendorWith(tx: Tx, known: Vendor, volumeIds: readonly number[]): Promise<Vendor> {
  let vendor = known;
  for (const { code, ...delivered } of await vendorsOf(tx, volumeIds)) {
    if (vendor.name === '') vendor = delivered;
    if (!isSame(vendor, delivered))
      fail('volume_of_other_vendor', { facts: { code, vendor: delivered.name } });
  }
  return vendor;
}

const isSame = (one: Vendor, other: Vendor): boolean =>
  one.supplierId === null
    ? one.document !== '' && one.document === other.document
    : one.supplierId === other.supplierId;

type Chosen = {
  supplierId?: number | null | undefined;
  vendorName?: string | undefined;
  vendorDocument?: string | undefined;
};

/** The vendor that a person chose or typed; undefined if none was. */
export async function chosenVendor(tx: Tx, before: Vendor, chosen: Chosen): Promise<Vendor | undefined> {
  const { supplierId, vendorName, vendorDocument } = chosen;
  if (supplierId === undefined && vendorName === undefined && vendorDocument === undefined) return undefined;
  if (supplierId) return (await findVendor(tx, supplierId)) ?? invalidField('supplierId', 'not_found');
  const name = vendorName ?? before.name;
  const document = vendorDocument ?? before.document;
  if (name === '' && document !== '') invalidField('vendorName', 'required');
  return { supplierId: null, name, document };
}

function findVendor(tx: Tx, id: number): Promise<Vendor | undefined> {
  return tx.db
    .selectFrom('suppliers')
    .select(['id as supplierId', 'name', 'document'])
    .where('business_id', '=', ownBusiness)
    .where('id', '=', id)
    .executeTakeFirst();
}
