import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { LinkBody } from '#contract/advertisements/publication-link.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { call, Failure, newKey } from '../../api.ts';
import { bodyOfAd, type ManyAd } from './many-ads.ts';

type Plan = ResponseOf<typeof api.publicationsLink.plan>;
export type Looked = { asked: string; plan: Plan | null; failure: Failure | null };

const pauseMs = 350;

/** A POST that changes nothing, so no list is invalidated. */
async function planOf(body: LinkBody): Promise<Omit<Looked, 'asked'>> {
  try {
    return { plan: await call(api.publicationsLink.plan, { body }, newKey()), failure: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { plan: null, failure: error };
  }
}

/** Margin and changes of each ad, requested one after the other, and again after each edit. */
export function usePlans(ads: readonly ManyAd[]): {
  of: (ad: ManyAd) => Looked | undefined;
  /** Only for the taken ads. */
  waiting: number;
} {
  const [looked, setLooked] = useState<ReadonlyMap<number, Looked>>(new Map());
  const [settled] = useDebouncedValue(ads, pauseMs);
  const isKnown = (ad: ManyAd) => looked.get(ad.listing.id)?.asked === JSON.stringify(bodyOfAd(ad));
  const wanted = (all: readonly ManyAd[]) => all.filter((ad) => bodyOfAd(ad) !== null && !isKnown(ad));
  const [next] = wanted(settled);
  const asked = next ? JSON.stringify(bodyOfAd(next)) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each thing to ask
  useEffect(() => {
    const body = next && bodyOfAd(next);
    if (!body || asked === null) return;
    let isOver = false;
    void planOf(body).then((answer) => {
      if (!isOver) setLooked((known) => new Map(known).set(next.listing.id, { asked, ...answer }));
    });
    return () => {
      isOver = true;
    };
  }, [asked]);
  return {
    of: (ad) => (isKnown(ad) ? looked.get(ad.listing.id) : undefined),
    waiting: wanted(ads).length,
  };
}
