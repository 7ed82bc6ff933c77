import { Alert, Box, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Dropinvoice, JointPayment } from '#contract/dropshipping/dropinvoice.ts';
import { formatPixKey, txidOf } from '#contract/dropshipping/pix.ts';
import { formatMoney } from '#contract/money.ts';
import { useTranslation } from '../../i18n.ts';
import { QrCode } from '../../ui/codes.tsx';
import { CopyButton } from '../../ui/page/CopyButton.tsx';
import { Money } from '../../ui/page/values.tsx';

/** The supplier is asked by its seller; the program asked it by mail when the first invoice closed. */
function NoBank({ of }: { of: Dropinvoice | JointPayment }) {
  const { t } = useTranslation('dropshipping');
  const supplier = of.supplier.name;
  const [value, numbers] =
    'invoices' in of
      ? [of.totalCentavos, of.invoices.map(({ number }) => `#${number}`).join(', ')]
      : [of.payableCentavos, `#${of.number}`];
  return (
    <Alert color="yellow" variant="light">
      <Stack gap="xs" align="flex-start">
        {t('settlement.detail.noBank', { supplier })}
        <CopyButton
          label={t('settlement.detail.askForBank')}
          value={t('settlement.detail.askForBankText', { supplier, value: formatMoney(value), numbers })}
        />
      </Stack>
    </Alert>
  );
}

/** QR code and text of the exact value, with the bank data for a transfer. */
export function PixPanel({ of }: { of: Dropinvoice | JointPayment }) {
  const { t } = useTranslation('dropshipping');
  if (!of.pixCode || !of.bank) return <NoBank of={of} />;
  const { bank } = of;
  const rows = [
    [t('settlement.detail.pixKey'), formatPixKey(bank.pixKey)],
    [t('settlement.detail.holder'), bank.holder],
    [t('settlement.detail.bank'), bank.bank],
    [t('settlement.detail.agency'), bank.agency],
    [t('settlement.detail.account'), bank.account],
    [t('settlement.detail.txid'), 'txid' in of ? of.txid : txidOf([of.number])],
  ].filter(([, value]) => value);
  return (
    <Paper p="md" withBorder>
      <Title order={3} size="h4">
        {t('settlement.detail.payTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('settlement.detail.payHint')}
      </Text>
      {!('txid' in of) && of.payableCentavos !== of.totalCentavos && (
        <Alert variant="light" mb="md">
          {t('settlement.detail.changed')}
        </Alert>
      )}
      {/* On a phone the code is copied into the bank's app, since a phone cannot scan its own screen. */}
      <Box hiddenFrom="sm" mb="md">
        <CopyButton value={of.pixCode} label={t('settlement.detail.copyPix')} />
      </Box>
      <Group align="start" gap="xl">
        <QrCode value={of.pixCode} label={t('settlement.detail.payTitle')} height={200} />
        <Stack gap="xs" style={{ flex: '1 1 240px', minWidth: 0 }}>
          <Text fw={700} size="xl">
            <Money value={'txid' in of ? of.totalCentavos : of.payableCentavos} />
          </Text>
          {rows.map(([label, value]) => (
            <Text key={label} size="sm">
              <Text span c="dimmed">
                {label}:{' '}
              </Text>
              {value}
            </Text>
          ))}
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {of.pixCode}
          </Code>
          <Box visibleFrom="sm">
            <CopyButton value={of.pixCode} label={t('settlement.detail.copyPix')} />
          </Box>
        </Stack>
      </Group>
    </Paper>
  );
}
