import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { id, idParams, oneLine, version } from '../primitives.ts';

/** As many as fit in one menu. */
export const maxCarriers = 100;

/** The place of the tracking code in a link. */
export const codePlace = '{codigo}';

const trackingLink = oneLine(300).refine(
  (value) => value === '' || (/^https:\/\/[^\s/]+\/\S*$/.test(value) && value.includes(codePlace)),
  'tracking_link_invalid',
);

/**
 * `A` is a letter, `0` is a digit, and `*` is a letter or a digit; each other character is itself. If it is empty, every code
 * fits.
 */
const codeFormat = oneLine(40)
  .transform((value) => value.toUpperCase().replace(/\s/g, ''))
  .pipe(z.string().regex(/^[A-Z0-9*-]*$/, 'invalid'));

/** `17:30`; empty: the carrier does not come on that day. */
const cutoff = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'time_invalid');
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
/** By `weekdays`, in São Paulo. */
const cutoffs = z.array(cutoff).length(weekdays.length, 'invalid');

const fields = {
  name: oneLine(40, 1),
  service: oneLine(40),
  trackingLink,
  codeFormat,
  cutoffs,
};

export const ownCarrier = z
  .object({
    id,
    name: z.string(),
    service: z.string(),
    trackingLink: z.string(),
    codeFormat: z.string(),
    cutoffs: z.array(z.string()),
    version,
  })
  .meta({ id: 'OwnCarrier' });
export type OwnCarrier = z.output<typeof ownCarrier>;
const body = z.strictObject(fields);
export type OwnCarrierBody = z.output<typeof body>;
const change = body.partial();
export type OwnCarrierChange = z.output<typeof change>;

/** `Correios · SEDEX` */
export const nameOfCarrier = ({ name, service }: Pick<OwnCarrier, 'name' | 'service'>): string =>
  [name, service].filter(Boolean).join(' · ');

const kinds: Readonly<Record<string, string>> = { A: '[A-Z]', '0': '\\d', '*': '[A-Z0-9]' };

/** `code`: in capitals and without spaces. */
export function hasCodeFormat({ codeFormat: format }: Pick<OwnCarrier, 'codeFormat'>, code: string): boolean {
  if (format === '') return true;
  const pattern = [...format].map((sign) => kinds[sign] ?? sign).join('');
  return new RegExp(`^${pattern}$`).test(code);
}

/** Equal for two names of one carrier. */
export const carrierNameKey = (name: string): string => name.trim().toLowerCase();

/**
 * The carrier of a parcel if nobody chose one: the only one with the name that the store gave, otherwise the only one
 * with a format that the code has.
 */
export function carrierByRule<C extends Pick<OwnCarrier, 'name' | 'codeFormat'>>(
  carriers: readonly C[],
  { logisticType, code }: { logisticType: string; code: string },
): C | null {
  const fitting = carriers.filter((carrier) => hasCodeFormat(carrier, code));
  const named = fitting.filter(({ name }) => carrierNameKey(name) === carrierNameKey(logisticType));
  const formatted = fitting.filter(({ codeFormat: format }) => format !== '');
  const [only, ...others] = named.length > 0 ? named : formatted;
  return only && others.length === 0 ? only : null;
}

/** The page on which the parcel is followed; empty if the carrier has none. */
export const trackingUrlOf = (
  { trackingLink: link }: Pick<OwnCarrier, 'trackingLink'>,
  code: string,
): string => link.replaceAll(codePlace, encodeURIComponent(code));

/** Resource `carriers`: carriers that a business has parcels taken by, besides those of the marketplaces. */
export const carriers = entity('carriers', {
  list: endpoint({
    method: 'GET',
    path: '/carriers',
    permission: 'checkout.read',
    summary: 'Carriers of the business, by name',
    response: z.object({ items: z.array(ownCarrier) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/carriers',
    permission: 'carriers.manage',
    summary: 'Add a carrier; name and service are unique together, ignoring case',
    body,
    response: ownCarrier,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/carriers/:id',
    permission: 'carriers.manage',
    summary: 'Change a carrier; parcels that were sent keep their carrier and link',
    params: idParams,
    body: change,
    response: ownCarrier,
    errors: ['stale_version'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/carriers/:id',
    permission: 'carriers.manage',
    summary: 'Remove a carrier; parcels that were sent keep its name and link',
    params: idParams,
  }),
});
