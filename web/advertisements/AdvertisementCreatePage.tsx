import { Skeleton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '#contract/index.ts';
import { call } from '../api.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useForm } from '../ui/form-state.ts';
import { useGo } from '../ui/navigation.tsx';
import { Page } from '../ui/Page.tsx';
import { AdvertisementForm } from './AdvertisementForm.tsx';
import { createBody, type OfferDetail, valuesOfOffers } from './advertisement-values.ts';

/** The offers that the address names; those withdrawn meanwhile are left out. */
function useOffers(text: string): OfferDetail[] | null {
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

export default function AdvertisementCreatePage() {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const offers = useOffers(String(search.offer ?? ''));
  if (!offers) return <Skeleton height={420} />;
  return <NewAdvertisement offers={offers} />;
}

function NewAdvertisement({ offers }: { offers: OfferDetail[] }) {
  const { t } = useTranslation('advertisements');
  const go = useGo();
  const [initial] = useState(() => valuesOfOffers(offers));
  const form = useForm({
    endpoint: api.advertisements.create,
    initial,
    send: (values) => ({ body: createBody(values) }),
    onSaved: ({ id }) => go(paths.advertisements.publish(id)),
  });
  return (
    <Page
      title={t('page.createTitle')}
      hint={t('page.createHint')}
      trail={[{ label: t('list.title'), to: paths.advertisements.list() }]}
    >
      <AdvertisementForm form={form} label={t('list.create')} />
    </Page>
  );
}
