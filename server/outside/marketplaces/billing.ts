import { z } from 'zod';
import {
  type FiscalAddress,
  fiscalAddress,
  type TaxpayerKind,
  taxpayerKinds,
} from '#contract/orders/fiscal-data.ts';
import { stateCodeOf } from '#contract/states-of-brazil.ts';
import { documentOf, isMasked } from './masked.ts';

/** What an invoice names of the buyer, besides their CPF or CNPJ. Null is unknown and overwrites nothing. */
export const buyerBilling = z.object({
  /** Of a person, or of a company. */
  name: z.string().nullable(),
  /** An identification that is neither a CPF nor a CNPJ, with its kind: `RG 12.345.678-9`. */
  otherDocument: z.string().nullable(),
  taxpayer: z.enum(taxpayerKinds).nullable(),
  /** Digits and letters. */
  stateRegistration: z.string().nullable(),
  address: fiscalAddress.nullable(),
});
export type BuyerBilling = z.output<typeof buyerBilling>;

/** Nothing is known. */
export const unknownBilling: BuyerBilling = {
  ...{ name: null, otherDocument: null, taxpayer: null, stateRegistration: null, address: null },
};

type Text = string | null | undefined;

/** The fields as a marketplace reports them. */
export type ReportedBilling = {
  name?: Text;
  identification?: { type?: Text; number?: Text } | null | undefined;
  taxpayer?: TaxpayerKind | null;
  stateRegistration?: Text;
  /** `states` are the forms in which the state is reported, the best one first. */
  address?: ({ states: readonly Text[] } & { [part in Exclude<keyof FiscalAddress, 'state'>]?: Text }) | null;
};

const clear = (text: Text): string | null => {
  const trimmed = (text ?? '').trim().replace(/\s+/g, ' ');
  return trimmed === '' || isMasked(trimmed) ? null : trimmed;
};

/** Masked fields are unknown; null if nothing is known. */
export function billingOf(reported: ReportedBilling): BuyerBilling | null {
  const { type, number } = reported.identification ?? {};
  const registration = clear(reported.stateRegistration);
  const isExempt = registration !== null && /^isent[oa]$/i.test(registration);
  const isNumber = registration !== null && /\d/.test(registration);
  const billing: BuyerBilling = {
    name: clear(reported.name),
    otherDocument: documentOf(number) === null ? otherDocument(clear(type), clear(number)) : null,
    taxpayer: isExempt ? 'exempt' : (reported.taxpayer ?? null),
    stateRegistration: isNumber ? registration.replace(/[^\dA-Za-z]/g, '').toUpperCase() : null,
    address: addressOf(reported.address),
  };
  return Object.values(billing).some((value) => value !== null) ? billing : null;
}

/** A CPF or CNPJ with a wrong check digit is no document of another kind. */
function otherDocument(type: string | null, number: string | null): string | null {
  if (number === null || type === null || /^(cpf|cnpj)$/i.test(type)) return null;
  return `${type.toUpperCase()} ${number}`;
}

/** An address is one value: it is unknown if a part of it is masked, or if it has no street. */
function addressOf(address: ReportedBilling['address']): FiscalAddress | null {
  if (!address) return null;
  const { states, country, ...reported } = address;
  const parts = Object.values(reported);
  if (!clear(reported.street) || [...parts, ...states].some((part) => isMasked(part ?? ''))) return null;
  const text = (part: keyof typeof reported) => clear(reported[part]) ?? '';
  const land = (clear(country) ?? 'BR').toUpperCase();
  const codes = states.flatMap((state) => clear(state) ?? []).map((state) => stateCodeOf(state));
  const isAbroad = land !== 'BR';
  return {
    street: text('street'),
    number: text('number'),
    complement: text('complement'),
    neighborhood: text('neighborhood'),
    city: text('city'),
    state: isAbroad ? 'EX' : (codes.find((code) => /^[A-Z]{2}$/.test(code)) ?? codes[0] ?? ''),
    zip: isAbroad ? text('zip') : text('zip').replace(/\D/g, ''),
    country: land,
  };
}
