import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { BusinessProfile } from '#contract/business/business.ts';
import { useTranslation } from '../i18n.ts';
import { formatPercent } from '../quantity.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { Section } from '../ui/page/Section.tsx';
import { Day } from '../ui/page/values.tsx';
import { useSession } from '../use-session.ts';

const SalesTaxDialog = lazyWithFallback(() => import('./SalesTaxDialog.tsx'));

/** The taxes that a seller pays on sales, which the result of each sale counts; none until they are entered. */
export function SalesTaxSection({ business: { salesTaxes } }: { business: BusinessProfile }) {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!salesTaxes) return null;
  return (
    <Section title={t('salesTax.title')} hint={t('salesTax.hint')}>
      <Stack gap="xs" align="start">
        {salesTaxes.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('salesTax.none')}
          </Text>
        )}
        {salesTaxes.map(({ from, regime, basisPoints }) => (
          <Text key={from} size="sm">
            {t('salesTax.since')} <Day value={from} />: {t(`salesTax.regimes.${regime}`)},{' '}
            {formatPercent(basisPoints)}
          </Text>
        ))}
        {can('business.update') && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t(salesTaxes.length === 0 ? 'salesTax.enter' : 'salesTax.edit')}
          </Button>
        )}
      </Stack>
      {isOpen && <SalesTaxDialog salesTaxes={salesTaxes} onClose={() => setOpen(false)} />}
    </Section>
  );
}
