import { Button, Checkbox, Paper, Stack, Text, Textarea } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { type Outcome, useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { writeMoney } from '../../quantity.ts';
import { toast } from '../../ui/toasts.ts';
import type { Payment } from './payments.ts';

/** One decision for all selected payments. The bank statement decides, not the proof. */
export function DecideChosen({ chosen }: { chosen: readonly Payment[] }) {
  const { t } = useTranslation('dropshipping');
  const { t: ui } = useTranslation();
  const { t: errors } = useTranslation('errors');
  const { t: words } = useTranslation('fields');
  const [seen, setSeen] = useState(false);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const approve = useAct(api.dropinvoices.approveMany);
  const reject = useAct(api.dropinvoices.rejectMany);
  const ids = chosen.flatMap(({ invoices }) => invoices.map(({ id }) => id));
  const total = chosen.reduce((sum, payment) => sum + payment.total, 0);
  const none = chosen.length === 0;
  const start = async (act: () => Promise<Outcome<typeof api.dropinvoices.approveMany>>) => {
    const done = await act();
    if (!done.ok) return;
    const [left] = done.response.failed;
    if (left) toast.failure(ui('bulk.failed', { count: done.response.failed.length }), errors(left.code));
    setSeen(false);
    setReason('');
    setAsked(false);
  };
  const refuse = () => {
    setAsked(true);
    if (reason.trim()) void start(() => reject.run({ body: { ids, reason } }));
  };
  return (
    <Paper p="md" withBorder>
      <Stack gap="sm">
        <Text fw={600}>
          {t('settlement.review.chosen', { count: chosen.length, total: writeMoney(total) })}
        </Text>
        <Text size="sm">{t('settlement.decide.hint')}</Text>
        <Checkbox
          label={t('settlement.review.seen')}
          checked={seen}
          onChange={(event) => setSeen(event.currentTarget.checked)}
        />
        <Button
          leftSection={<IconCheck size={16} aria-hidden />}
          disabled={!seen || none}
          loading={approve.pending}
          onClick={() => start(() => approve.run({ body: { ids, bankRowSeen: true } }))}
        >
          {t('settlement.review.approveChosen')}
        </Button>
        <Textarea
          label={t('settlement.decide.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={asked && reason.trim() === '' ? words('required') : undefined}
          autosize
          maxLength={500}
        />
        <Button
          color="red"
          variant="light"
          leftSection={<IconX size={16} aria-hidden />}
          disabled={none}
          loading={reject.pending}
          onClick={refuse}
        >
          {t('settlement.review.rejectChosen')}
        </Button>
      </Stack>
    </Paper>
  );
}
