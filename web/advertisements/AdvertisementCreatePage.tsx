import { Skeleton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useForm } from '../ui/form/form-state.ts';
import { useGo } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { AdvertisementForm } from './AdvertisementForm.tsx';
import { createBody, type OfferDetail, valuesOfOffers } from './advertisement-values.ts';
import { useOffers } from './use-offers.ts';

export default function AdvertisementCreatePage() {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const offers = useOffers(String(search.offer ?? ''));
  if (!offers) return <Skeleton height={420} />;
  return <NewAdvertisement offers={offers} />;
}

function NewAdvertisement({ offers }: { offers: OfferDetail[] }) {
  const { t } = useTranslation('advertisements');
  const go = useGo();
  const [initial] = useState(() => valuesOfOffers(offers, (names) => t('page.kitName', { names })));
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
      <AdvertisementForm form={form} label={t('list.create')} isNew />
    </Page>
  );
}
