import { SimpleGrid } from '@mantine/core';
import type { AccountDoctor } from '#contract/marketplaces/account-doctor.ts';
import { useTranslation } from '../../i18n.ts';
import { formatPercent, writeMoney } from '../../quantity.ts';
import { Section } from '../../ui/page/Section.tsx';
import { Fact } from './Fact.tsx';

/** The fees of the typed rates beside those that the marketplace charged for the same sales. */
export function PaidFees({ fees }: { fees: NonNullable<AccountDoctor['fees']> }) {
  const { t } = useTranslation('marketplaces');
  const { sales, sold, expected, paid } = fees;
  const ofSold = (amount: number) =>
    t('doctor.feeOfSold', {
      fee: writeMoney(amount),
      share: formatPercent(sold === 0 ? 0 : Math.round((amount * 10_000) / sold)),
    });
  return (
    <Section title={t('doctor.fees')} hint={t('doctor.feesHint', { count: sales })}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Fact label={t('doctor.expectedFee')}>{ofSold(expected)}</Fact>
        <Fact label={t('doctor.paidFee')}>{ofSold(paid)}</Fact>
        <Fact label={t('doctor.feeDifference')}>{ofSold(paid - expected)}</Fact>
      </SimpleGrid>
    </Section>
  );
}
