import { z } from 'zod';
import type { TaxpayerKind } from '#contract/orders/fiscal-data.ts';
import { type BuyerBilling, billingOf } from '../billing.ts';
import { remoteId } from './order.ts';

const textual = z.union([z.string(), z.number()]).transform(String).nullish().catch(null);
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);

// The marketplace allows every field to be missing, as while a document is in process.
const info = z.looseObject({
  name: textual,
  last_name: textual,
  business_name: textual,
  identification: optional(z.looseObject({ type: textual, number: textual })),
  taxes: optional(
    z.looseObject({
      // Older answers have it beside the inscriptions.
      state_registration: textual,
      inscriptions: optional(z.looseObject({ state_registration: textual })),
      taxpayer_type: optional(z.looseObject({ description: textual })),
    }),
  ),
  address: optional(
    z.looseObject({
      street_name: textual,
      street_number: textual,
      comment: textual,
      neighborhood: textual,
      city_name: textual,
      state: optional(z.looseObject({ id: textual, code: textual, name: textual })),
      zip_code: textual,
      country_id: textual,
    }),
  ),
});

export const billingInfo = z.looseObject({
  buyer: z.looseObject({ cust_id: remoteId.nullish(), billing_info: info }),
});
export type BillingSource = z.output<typeof billingInfo>;

/** A company has one name, a person a name and a last name. A state may be only a name. */
export function viewBilling({ buyer: { billing_info: billing } }: BillingSource): BuyerBilling | null {
  const { taxes, address } = billing;
  const person = [billing.name, billing.last_name].filter(Boolean).join(' ');
  return billingOf({
    name: billing.business_name || person,
    identification: billing.identification,
    taxpayer: taxpayerOf(taxes?.taxpayer_type?.description),
    stateRegistration: taxes?.inscriptions?.state_registration || taxes?.state_registration,
    address: address && {
      street: address.street_name,
      number: address.street_number,
      complement: address.comment,
      neighborhood: address.neighborhood,
      city: address.city_name,
      states: [address.state?.code, address.state?.id, address.state?.name],
      zip: address.zip_code,
      country: address.country_id,
    },
  });
}

/** In Brazil the descriptions are "Contribuinte" and "Não contribuinte"; others are unknown. */
function taxpayerOf(description: string | null | undefined): TaxpayerKind | null {
  const plain = (description ?? '').trim().toLowerCase();
  if (/^n[aã]o contribuinte/.test(plain)) return 'not_taxpayer';
  if (/isento/.test(plain)) return 'exempt';
  return plain.startsWith('contribuinte') ? 'taxpayer' : null;
}
