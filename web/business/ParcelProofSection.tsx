import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { BusinessProfile } from '#contract/business/business.ts';
import { useTranslation } from '../i18n.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { Section } from '../ui/page/Section.tsx';
import { useSession } from '../use-session.ts';

const ParcelProofDialog = lazyWithFallback(() => import('./ParcelProofDialog.tsx'));

/** Whether parcels are weighed and photographed at the bench of this business. */
export function ParcelProofSection({ business: { parcelProof } }: { business: BusinessProfile }) {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { weight, photos, tolerance } = parcelProof;
  return (
    <Section title={t('parcelProof.title')} hint={t('parcelProof.hint')}>
      <Stack gap="xs" align="start">
        <Text size="sm">
          {t('parcelProof.weight')}: {t(`parcelProof.modes.${weight}`)}
          {weight !== 'off' && ` (${t('parcelProof.allowed', tolerance)})`}
        </Text>
        <Text size="sm">
          {t('parcelProof.photos')}: {t(`parcelProof.modes.${photos}`)}
        </Text>
        {can('business.update') && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('parcelProof.edit')}
          </Button>
        )}
      </Stack>
      {isOpen && <ParcelProofDialog settings={parcelProof} onClose={() => setOpen(false)} />}
    </Section>
  );
}
