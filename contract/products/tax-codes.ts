import { z } from 'zod';
import { oneLine } from '../primitives.ts';

/** This many digits, or none if unknown. */
const digits = (length: number) => z.string().regex(new RegExp(`^(\\d{${length}})?$`), 'invalid');

/** Origin of the goods; the code in an NF-e is the index in this list. */
export const goodsOrigins = [
  'national',
  'imported',
  'importedHere',
  'nationalOver40',
  'nationalBasic',
  'nationalUpTo40',
  'importedUnique',
  'importedHereUnique',
  'nationalOver70',
] as const;

/** Fields of a product for its fiscal document. */
export const taxCodeFields = {
  ncm: digits(8),
  cest: digits(7),
  origin: z
    .int('not_a_number')
    .min(0, 'too_small')
    .max(goodsOrigins.length - 1, 'too_big')
    .nullable(),
  csosn: digits(3),
  /** To a buyer in the same state, and in another one. */
  cfopSameState: digits(4),
  cfopOtherState: digits(4),
  /** Unit of measure: UN, PC, KG. */
  taxUnit: oneLine(6),
};
/** The same fields, all optional. */
export const optionalTaxCodes = {
  ncm: taxCodeFields.ncm.optional(),
  cest: taxCodeFields.cest.optional(),
  origin: taxCodeFields.origin.optional(),
  csosn: taxCodeFields.csosn.optional(),
  cfopSameState: taxCodeFields.cfopSameState.optional(),
  cfopOtherState: taxCodeFields.cfopOtherState.optional(),
  taxUnit: taxCodeFields.taxUnit.optional(),
};
export const taxFields = [
  'ncm',
  'cest',
  'origin',
  'csosn',
  'cfopSameState',
  'cfopOtherState',
  'taxUnit',
] as const;
export type TaxCodes = z.output<z.ZodObject<typeof taxCodeFields>>;

export const noTaxCodes: TaxCodes = {
  ...{ ncm: '', cest: '', origin: null, csosn: '', cfopSameState: '', cfopOtherState: '', taxUnit: '' },
};

/** A document can be made of them: all but CEST, which few goods have. */
export const hasAllTaxCodes = ({ cest: _few, ...needed }: TaxCodes): boolean =>
  Object.values(needed).every((code) => code !== '' && code !== null);
