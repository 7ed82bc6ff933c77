import type { BodyInputOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import type { FeeRates } from '#contract/marketplaces/fee-rates.ts';
import type { FormState } from '../../ui/form/form-state.ts';

export type StepValues = { from: number | null; basisPoints: number | null; fixed: number | null };
export type RatedCategoryValues = { id: string; name: string; steps: StepValues[] };
export type FreightValues = { from: number | null; amount: number | null };
export type RatesValues = {
  kind: FeeRates['kind'];
  steps: StepValues[];
  categories: RatedCategoryValues[];
  freight: FreightValues[];
};
export type RatesForm = FormState<RatesValues>;
type Rates = BodyInputOf<typeof api.marketplaceAccounts.updateRates>['rates'];

export const stepFrom = (from: number | null): StepValues => ({ from, basisPoints: null, fixed: 0 });

export function valuesOf(rates: FeeRates | null): RatesValues {
  const empty = { steps: [stepFrom(0)], categories: [], freight: [{ from: 0, amount: null }] };
  if (rates?.kind !== 'typed') return { kind: rates?.kind ?? 'typed', ...empty };
  return { ...rates, freight: rates.freight ?? empty.freight };
}

/** Empty fields are refused by the schema. A freight of one empty amount is unknown. */
export function ratesOf({ kind, freight, ...rest }: RatesValues): Rates {
  if (kind === 'unknown') return { kind };
  const isUnknown = freight.length === 1 && freight[0]?.amount === null;
  return { kind, ...rest, freight: isUnknown ? null : freight } as Rates;
}
