import { useEffect, useState } from 'react';
import { api } from '#contract/index.ts';
import { call } from '../api.ts';
import type { OfferDetail } from './advertisement-values.ts';

/** Offers by their comma-separated ids; null until all are loaded. Withdrawn ones are left out. */
export function useOffers(text: string): OfferDetail[] | null {
  const [offers, setOffers] = useState<OfferDetail[] | null>(text ? null : []);
  useEffect(() => {
    const ids = text.split(',').map(Number).filter(Boolean);
    let current = true;
    void Promise.allSettled(ids.map((id) => call(api.dropshipping.detail, { params: { id } }))).then(
      (answers) => {
        if (current)
          setOffers(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])));
      },
    );
    return () => {
      current = false;
    };
  }, [text]);
  return offers;
}
