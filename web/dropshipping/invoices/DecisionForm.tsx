import { Button, Checkbox, Group, Paper, Radio, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { type Dropinvoice, type Shortfall, shortfalls } from '#contract/dropshipping/dropinvoice.ts';
import { dropinvoiceActs } from '#contract/dropshipping/dropinvoice-states.ts';
import { api } from '#contract/index.ts';
import { fetchToDisk, useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { writeMoney } from '../../quantity.ts';
import { Day, Money } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';
import classes from './Invoice.module.css';

/** The supplier's decision; the bank statement decides, not the proof. */
export function DecisionForm({ invoice }: { invoice: Dropinvoice }) {
  const { t } = useTranslation('dropshipping');
  const { t: words } = useTranslation('fields');
  const { can } = useSession();
  const [seen, setSeen] = useState(false);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const [shortfall, setShortfall] = useState<Shortfall>('charge');
  const approve = useAct(api.dropinvoices.approve, {});
  const reject = useAct(api.dropinvoices.reject, {});
  const params = { id: invoice.id };
  const paid = invoice.paidCentavos ?? invoice.payableCentavos;
  const lacking = invoice.payableCentavos - paid;
  const over = paid - invoice.dueCentavos;
  if (!can(dropinvoiceActs.approve.permission)) return null;
  const refuse = () => {
    setAsked(true);
    if (reason.trim()) void reject.run({ params, body: { reason } });
  };
  return (
    <Paper p="md" withBorder>
      <Stack gap="sm">
        <Title order={3} size="h4">
          {t('settlement.decide.title')}
        </Title>
        <Text size="sm">{t('settlement.decide.hint')}</Text>
        <Text>
          <Money value={invoice.paidCentavos ?? 0} /> · {invoice.paidOn && <Day value={invoice.paidOn} />}
        </Text>
        {paid !== invoice.payableCentavos && (
          <Text c="red" size="sm">
            {t('settlement.detail.difference')}
            {invoice.note && `: ${invoice.note}`}
          </Text>
        )}
        <Group>
          <Button variant="default" onClick={() => fetchToDisk(api.dropinvoices.proof, { params })}>
            {t('settlement.detail.openProof')}
          </Button>
        </Group>
        <div className={classes.decision}>
          <Stack gap="sm">
            <Checkbox
              label={t('settlement.decide.seen')}
              checked={seen}
              onChange={(event) => setSeen(event.currentTarget.checked)}
            />
            {lacking > 0 && (
              <Radio.Group
                label={t('settlement.decide.shortfall', { value: writeMoney(lacking) })}
                value={shortfall}
                onChange={(chosen) => setShortfall(chosen as Shortfall)}
              >
                <Stack gap={8} mt={6}>
                  {shortfalls.map((choice) => (
                    <Radio key={choice} value={choice} label={t(`settlement.decide.shortfalls.${choice}`)} />
                  ))}
                </Stack>
              </Radio.Group>
            )}
            {over > 0 && (
              <Text size="sm">{t('settlement.decide.overpaid', { value: writeMoney(over) })}</Text>
            )}
            <Group>
              <Button
                leftSection={<IconCheck size={16} aria-hidden />}
                disabled={!seen}
                loading={approve.pending}
                onClick={() => approve.run({ params, body: { bankRowSeen: true, shortfall } })}
              >
                {t('settlement.decide.approve')}
              </Button>
            </Group>
          </Stack>
          <Stack gap="sm">
            <Textarea
              label={t('settlement.decide.reason')}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              error={asked && reason.trim() === '' ? words('required') : undefined}
              autosize
              maxLength={500}
            />
            <Group>
              <Button
                color="red"
                variant="light"
                leftSection={<IconX size={16} aria-hidden />}
                loading={reject.pending}
                onClick={refuse}
              >
                {t('settlement.decide.reject')}
              </Button>
            </Group>
          </Stack>
        </div>
      </Stack>
    </Paper>
  );
}
