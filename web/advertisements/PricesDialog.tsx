import { Button, Group, Modal, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { ListedAdvertisement, PriceRule, Repriced } from '#contract/advertisements/advertisement.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { showRuns } from '../layouts/runs-asked.ts';
import { MoneyField, PercentField } from '../ui/form/brazilian-fields.tsx';
import { formatQuantity, Money, Percent } from '../ui/page/values.tsx';
import type { Chosen } from '../ui/table/row-selection.ts';
import { PriceParts } from './PriceBreakdown.tsx';

type Kind = PriceRule['kind'];
type PricesDialogProps = { chosen: Chosen<ListedAdvertisement>; onClose: () => void };

function ruleOf(kind: Kind, value: number | null): PriceRule | null {
  if (value === null || Number.isNaN(value)) return null;
  if (kind === 'margin') return { kind, marginBasisPoints: value };
  return kind === 'change' ? { kind, basisPoints: value } : { kind, price: value };
}

/** Prices of many by a rule: what it makes of them is seen first, with the fee of each new price. */
export default function PricesDialog({ chosen, onClose }: PricesDialogProps) {
  const { t } = useTranslation(['advertisements', 'ui']);
  const [kind, setKind] = useState<Kind>('margin');
  const [value, setValue] = useState<number | null>(null);
  const [seen, setSeen] = useState<{ total: number; items: Repriced[] } | null>(null);
  const preview = useAct(api.advertisements.previewPrices);
  const apply = useAct(api.advertisements.changePrices);
  const rule = ruleOf(kind, value);
  const look = async () => {
    const found = rule && (await preview.run({ body: { ...chosen.body, rule } }));
    if (found?.ok) setSeen(found.response);
  };
  const start = async () => {
    const done = rule && (await apply.run({ body: { ...chosen.body, rule } }));
    if (!done?.ok) return;
    chosen.clear();
    onClose();
    showRuns();
  };
  const change = (next: number | null) => {
    setValue(next);
    setSeen(null);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('bulk.pricesTitle')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        <SegmentedControl
          aria-label={t('bulk.rule')}
          value={kind}
          onChange={(next) => {
            setKind(next as Kind);
            change(null);
          }}
          data={[
            { value: 'margin', label: t('bulk.ruleMargin') },
            { value: 'change', label: t('bulk.ruleChange') },
            { value: 'price', label: t('bulk.rulePrice') },
          ]}
        />
        {kind === 'price' ? (
          <MoneyField label={t('bulk.price')} value={value} onChange={change} />
        ) : (
          <PercentField label={t(`bulk.${kind}`)} value={value} onChange={change} />
        )}
        {seen && <Preview seen={seen} />}
        <Text size="sm" c="dimmed">
          {t('bulk.hint')}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui:act.cancel')}
          </Button>
          {seen ? (
            <Button loading={apply.pending} onClick={() => void start()}>
              {t('bulk.applying', { count: seen.total, total: formatQuantity(seen.total) })}
            </Button>
          ) : (
            <Button loading={preview.pending} disabled={!rule} onClick={() => void look()}>
              {t('bulk.preview')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Preview({ seen }: { seen: { total: number; items: Repriced[] } }) {
  const { t } = useTranslation('advertisements');
  return (
    <>
      <Table.ScrollContainer minWidth={480} mah={320}>
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('bulk.name')}</Table.Th>
              <Table.Th>{t('bulk.account')}</Table.Th>
              <Table.Th ta="right">{t('bulk.before')}</Table.Th>
              <Table.Th ta="right">{t('bulk.after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {seen.items.map((row) => (
              <Table.Tr key={row.variation.id}>
                <Table.Td>
                  {row.publication.name}
                  {row.variation.name && ` · ${row.variation.name}`}
                </Table.Td>
                <Table.Td>{row.account.name}</Table.Td>
                <Table.Td ta="right">
                  <Money value={row.before.price} /> (<Percent value={row.before.marginBasisPoints} />)
                </Table.Td>
                <Table.Td ta="right" c={row.after && row.after.marginBasisPoints >= 0 ? undefined : 'red'}>
                  {row.after ? (
                    <>
                      <Money value={row.after.price} /> (<Percent value={row.after.marginBasisPoints} />)
                      {row.after.marginBasisPoints < 0 && ` · ${t('bulk.loss')}`}
                      <PriceParts
                        capabilities={row.account.capabilities}
                        cost={row.cost}
                        fee={row.after.fee}
                        freight={row.after.freight}
                      />
                    </>
                  ) : (
                    t('bulk.impossible')
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm">
        {t('bulk.previewOf', {
          shown: formatQuantity(seen.items.length),
          total: formatQuantity(seen.total),
        })}
      </Text>
    </>
  );
}
