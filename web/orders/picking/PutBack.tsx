import { Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { ambiguousSkus, asCode, namedBy } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import type { PickingList } from '#contract/orders/picking.ts';
import { pickingActs } from '#contract/orders/picking-states.ts';
import { useAct } from '../../acts.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { queryClient, queryKey } from '../../queries.ts';
import { Section } from '../../ui/page/Section.tsx';
import { Scan, type ScanOutcome } from '../../ui/scan/Scan.tsx';
import { useSession } from '../../use-session.ts';

type Line = PickingList['putBack'][number];

const nameOf = ({ position, volume }: NonNullable<Line['place']>) =>
  [position, volume].filter(Boolean).join(' · ');

const keepList = (list: PickingList): unknown =>
  queryClient.setQueryData(queryKey(api.picking.detail, { params: { id: list.id } }), list);

const quiet = { success: false, onFailure: () => true, patience: 8_000 } as const;

/** Units in totes without a sale: scan a product, then the volume that it is stored in, until none is left. */
export function PutBack({ list, scanning }: { list: PickingList; scanning: boolean }) {
  const { t } = useTranslation(['orders', 'errors']);
  const { can } = useSession();
  const [sku, setSku] = useState<string | null>(null);
  const putBack = useAct(api.picking.putBack, { ...quiet, settles: true });
  const line = list.putBack.find((one) => one.sku === sku) ?? null;
  const isDone = list.putBack.length === 0;
  const wanted = () => {
    if (isDone) return t('picking.putBackAll');
    return line ? t('picking.putBackVolume', { sku: line.sku }) : t('picking.putBackProduct');
  };
  const toVolume = ({ sku, place }: Line) =>
    place ? t('picking.putBackInto', { sku, place: nameOf(place) }) : t('picking.putBackVolume', { sku });
  const scan = async (text: string): Promise<ScanOutcome> => {
    const code = asCode(text);
    const named = namedBy(list.putBack, code);
    const skus = ambiguousSkus(named);
    if (skus.length > 0)
      return { tone: 'bad', message: t('errors:code_ambiguous', { skus: skus.join(', ') }) };
    const [found] = named;
    if (found) {
      setSku(found.sku);
      return { tone: 'good', message: toVolume(found) };
    }
    if (isDone) return { tone: 'attention', message: t('picking.putBackAll') };
    if (!line) return { tone: 'bad', message: t('picking.putBackProduct') };
    const done = await putBack.run({
      params: { id: list.id },
      body: { code: line.sku, volumeCode: code },
    });
    if (!done.ok) return { tone: 'bad', message: reasonOf(done.failure) };
    keepList(done.response);
    return { tone: 'done', message: t('picking.putBackDone', { place: code }) };
  };
  return (
    <Section title={t('picking.putBack')}>
      <Text c="dimmed">{t('picking.putBackHint')}</Text>
      {scanning && can(pickingActs.putBack.permission) && (
        <Scan onScan={scan} label={wanted()} settled={isDone} />
      )}
      <Stack gap="xs">
        {list.putBack.map((one) => (
          <Group key={`${one.tote} ${one.sku}`} gap="sm">
            <IconArrowBackUp size={20} aria-hidden />
            <Text fw={600}>
              {t('picking.putBackLine', { count: one.quantity, sku: one.sku, tote: one.tote })}
            </Text>
            <Text>{one.variation.name}</Text>
            {one.place && (
              <Text c="dimmed">
                {t('picking.putBackPlace', {
                  place: nameOf(one.place),
                })}
              </Text>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
