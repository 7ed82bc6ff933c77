import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import type { Balance } from '#contract/inventory/balance.ts';
import { useTranslation } from '../../i18n.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Scan } from '../../ui/scan/Scan.tsx';
import { LotFields } from '../lots/LotFields.tsx';
import { type Counted, useCount } from './use-count.ts';

/**
 * A number for each product: typed, where Enter moves to the next field and confirms at the end, or scanned unit by
 * unit.
 */
export function CountForm({ balance }: { balance: Balance }) {
  const { t } = useTranslation('inventory');
  const count = useCount(balance);
  const form = useRef<HTMLFormElement>(null);
  const { lines } = count;
  const single = balance.goods.length === 1;
  // The scan field is focused first, except for a single product, where the number is.
  useEffect(() => {
    if (single) form.current?.querySelector<HTMLInputElement>('[data-count] input')?.focus();
  }, [single]);
  const goOn = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter') return;
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('[data-count] input') ?? [])];
    const place = fields.findIndex((field) => field.matches(':focus'));
    const next = fields[place + 1];
    if (place < 0 || !next) return;
    event.preventDefault();
    next.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void count.save();
  };
  return (
    <Section title={t('balances.goods')}>
      {count.isOutdated && (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('balances.moved')}
          role="alert"
          data-outdated
        >
          <Text fz="lg">{t('balances.movedHint')}</Text>
          <Button size="floor" mt="sm" color="red" onClick={count.restart}>
            {t('balances.restart')}
          </Button>
        </Alert>
      )}
      <Scan onScan={count.scan} label={t('balances.scanProduct')} disabled={count.isOutdated} />
      <form ref={form} onSubmit={submit} onKeyDown={goOn} noValidate>
        <Stack>
          {lines.length === 0 && <Text>{t('balances.nothing')}</Text>}
          {lines.map((line) => (
            <CountLine key={line.variationId} line={line} count={count} />
          ))}
          <Group>
            <Button
              type="submit"
              size="floor"
              leftSection={<IconCheck aria-hidden />}
              loading={count.pending}
              disabled={count.isOutdated}
            >
              {t(lines.length === 0 ? 'balances.saveEmpty' : 'balances.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function CountLine({ line, count }: { line: Counted; count: ReturnType<typeof useCount> }) {
  const { t } = useTranslation('inventory');
  const { variationId, sku } = line;
  const lot = count.lotFor(variationId);
  const counted = count.numbers[variationId] ?? null;
  return (
    <Card withBorder p="md" data-count={sku}>
      <Group justify="space-between" align="end">
        <Stack gap={2} flex="1 1 200px">
          <Text fz={20} fw={700} lh={1.2}>
            {line.name}
          </Text>
          <Text c="dimmed">
            {[sku, line.gtin, line.lot, line.unexpected && t('balances.unexpected')]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {line.expected !== null && (
            <Text c="dimmed">
              {t('balances.expected')}: {line.expected}
            </Text>
          )}
        </Stack>
        <NumberField
          size="floor"
          aria-label={`${t('balances.counted')} ${sku}`}
          placeholder={t('balances.counted')}
          value={counted}
          onChange={(value) => count.setNumber(variationId, value)}
        />
      </Group>
      {line.asksLots && line.unexpected && (
        <Group mt="sm">
          <LotFields
            size="floor"
            code={{ value: lot.code, onChange: (code) => count.setLot(variationId, { code }) }}
            day={{ value: lot.expiresOn, onChange: (expiresOn) => count.setLot(variationId, { expiresOn }) }}
          />
        </Group>
      )}
    </Card>
  );
}
