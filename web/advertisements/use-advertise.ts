import { useState } from 'react';
import type { CatalogueOffer } from '#contract/dropshipping/catalogue.ts';
import { api } from '#contract/index.ts';
import { showFailure, useAct } from '../acts.ts';
import { call, Failure, unanswered } from '../api.ts';
import { paths } from '../paths.ts';
import { useGo } from '../ui/page/navigation.tsx';
import { createBody, valuesOfOffers } from './advertisement-values.ts';

/** One publication comes from one warehouse: the offers of the warehouse that has most to sell. */
export function offersToAdvertise(offers: readonly CatalogueOffer[]): number[] {
  const left = (of: readonly CatalogueOffer[]) => of.reduce((sum, { available }) => sum + available, 0);
  const [most = []] = [...Map.groupBy(offers, ({ warehouseId }) => warehouseId).values()].toSorted(
    (one, other) => left(other) - left(one),
  );
  return most.map(({ id }) => id);
}

/** An advertisement of exactly these offers that nobody has published yet: it is continued instead of made again. */
async function findUnpublished(offers: readonly number[]): Promise<number | undefined> {
  const query = `offer:${offers[0]} published:false archived:false`;
  const { items } = await call(api.advertisements.list, { query: { query, sort: '-created' } });
  const isAlike = ({ parts, asVariations }: (typeof items)[number]) =>
    parts === offers.length && (parts === 1 || asVariations);
  return items.find(isAlike)?.id;
}

/**
 * From offers of one product to the form that publishes them. Their advertisement is made on the way, with the words and
 * pictures of the product.
 */
export function useAdvertise() {
  const go = useGo();
  const create = useAct(api.advertisements.create, { success: false });
  const [busy, setBusy] = useState(false);
  const advertise = async (ids: readonly number[]): Promise<void> => {
    setBusy(true);
    try {
      const known = await findUnpublished(ids);
      if (known !== undefined) return go(paths.advertisements.publish(known));
      const offers = await Promise.all(ids.map((id) => call(api.dropshipping.detail, { params: { id } })));
      const body = createBody(valuesOfOffers(offers, (names) => names));
      const made = await create.run({ body });
      if (made.ok) go(paths.advertisements.publish(made.response.id));
    } catch (error) {
      showFailure(api.advertisements.create, error instanceof Failure ? error : unanswered(error));
    } finally {
      setBusy(false);
    }
  };
  return { advertise, busy };
}
