import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { formatDay, formatInstant } from '#contract/dates.ts';
import type { Settlement } from '#contract/dropshipping/dropinvoice.ts';
import { useTranslation } from '../../i18n.ts';
import { Money } from '../../ui/page/values.tsx';

/** Payments, credits and write-offs that settled an invoice, with the person who recorded them. */
export function InvoiceSettlements({ settlements }: { settlements: readonly Settlement[] }) {
  const { t } = useTranslation('dropshipping');
  if (settlements.length === 0) return null;
  return (
    <section aria-label={t('settlement.detail.settlements')}>
      <Title order={3} size="h4" mb="xs">
        {t('settlement.detail.settlements')}
      </Title>
      <Paper p="sm" withBorder>
        <Stack gap="xs">
          {settlements.map((settlement, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end
            <div key={place}>
              <Group justify="space-between" wrap="nowrap" align="start">
                <Text size="sm">{t(`settlement.detail.settlementKinds.${settlement.kind}`)}</Text>
                <Text size="sm" fw={600}>
                  <Money value={settlement.amountCentavos} />
                </Text>
              </Group>
              <Text size="xs" c="dimmed">
                {factsOf(settlement).join(' · ')}
              </Text>
            </div>
          ))}
        </Stack>
      </Paper>
    </section>
  );

  function factsOf({ kind, source, paidOn, bankReference, reason, by, at }: Settlement): string[] {
    const said = kind === 'payment' || kind === 'write_off';
    return [
      paidOn ? t('settlement.detail.paidOn', { day: formatDay(paidOn) }) : formatInstant(at),
      source && t(`settlement.detail.sources.${source}`),
      bankReference && t('settlement.detail.reference', { reference: bankReference }),
      reason,
      said && t('settlement.detail.by', { name: by }),
    ].filter((fact) => typeof fact === 'string' && fact !== '') as string[];
  }
}
