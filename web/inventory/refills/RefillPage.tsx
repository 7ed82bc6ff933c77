import { Alert, Badge, Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowsTransferDown, IconBasket, IconCheck, IconMapPin, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { Refill, RefillDone } from '#contract/inventory/pick-face.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link, useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Code } from '../../ui/page/values.tsx';
import { Scan } from '../../ui/scan/Scan.tsx';
import { useSession } from '../../use-session.ts';
import { nameOfGoods } from '../name-of-goods.ts';
import { type EmptiedVolume, ZeroCheckQuestions } from '../volumes/ZeroCheckQuestion.tsx';
import { useRefill } from './use-refill.ts';

/** What pick faces lack: scan a volume in reserve, bring its units, scan the face. */
export default function RefillPage() {
  const { t } = useTranslation('inventory');
  const result = useApi(api.refills.list, { query: {} });
  const go = useGo();
  return (
    <Page
      title={t('refills.title')}
      hint={t('refills.hint')}
      width="narrow"
      actions={
        <Actions
          items={[
            {
              key: 'faces',
              label: t('refills.faces'),
              icon: IconBasket,
              permission: 'locations.read',
              run: () => go(paths.inventory.pickFaces()),
            },
          ]}
        />
      }
    >
      {result.error && !result.data && (
        <ErrorState
          failure={result.error}
          title={actMessage('failures', 'refills.list')}
          retry={() => void result.refetch()}
        />
      )}
      {result.isPending && <Skeleton height={240} />}
      {result.data && <Work refills={result.data.items} more={result.data.more} />}
    </Page>
  );
}

type Last = { said: string; made: RefillDone['volume'] | null };

function Work({ refills, more }: { refills: Refill[]; more: boolean }) {
  const { t } = useTranslation('inventory');
  const { session } = useSession();
  const [emptied, setEmptied] = useState<EmptiedVolume[]>([]);
  const [last, setLast] = useState<Last | null>(null);
  const current = refills.find(({ takenBy }) => takenBy !== null && takenBy.id === session?.user.id);
  const { scan, quantity, setQuantity } = useRefill(refills, current, (done, said) => {
    setEmptied((asked) => [...asked, ...done.emptied]);
    setLast({ said, made: done.isNew ? done.volume : null });
  });
  const others = refills.filter((refill) => refill !== current);
  const place = current?.position ?? '';
  return (
    <Stack gap="md">
      <ZeroCheckQuestions
        volumes={emptied}
        onAnswered={(answered) => setEmptied((asked) => asked.filter(({ id }) => id !== answered))}
      />
      {last && !current && (last.made || refills.length === 0) && <Ended last={last} />}
      {current && <Current refill={current} quantity={quantity} setQuantity={setQuantity} />}
      {refills.length > 0 && (
        <Scan
          onScan={scan}
          about={current ? `${current.id}` : ''}
          label={current ? t('refills.scanFace', { place }) : t('refills.scanVolume')}
        />
      )}
      {refills.length === 0 && <Nothing />}
      {others.length > 0 && (
        <Section title={t('refills.next')}>
          <Stack gap="sm">
            {others.map((refill) => (
              <Line key={refill.id} refill={refill} />
            ))}
            {more && <Text c="dimmed">{t('refills.more')}</Text>}
          </Stack>
        </Section>
      )}
    </Stack>
  );
}

/** Says whether there are no pick faces, or nothing is missing at them. */
function Nothing() {
  const { t } = useTranslation('inventory');
  const faces = useApi(api.pickFaces.list, { query: { size: '1' } });
  if (faces.isPending) return <Skeleton height={240} />;
  const hasFaces = faces.data === undefined || faces.data.total > 0;
  return (
    <EmptyState
      icon={IconArrowsTransferDown}
      title={t('refills.none')}
      hint={hasFaces ? t('refills.noneHint') : t('refills.noFaces')}
      action={
        <Button component={Link} to={paths.inventory.pickFaces()} variant="default">
          {t('refills.faces')}
        </Button>
      }
    />
  );
}

/** The last refill, if the scan field that said it is gone, or if a volume was made for its units and has no label yet. */
function Ended({ last: { said, made } }: { last: Last }) {
  const { t } = useTranslation('inventory');
  return (
    <Alert color="teal" icon={<IconCheck aria-hidden />} role="status">
      <Stack gap="sm" align="start">
        <Text fz="lg" fw={600}>
          {said}
        </Text>
        {made && (
          <Button
            component={Link}
            to={paths.inventory.volumes({ volume: made.id })}
            size="floor"
            variant="default"
            leftSection={<IconPrinter aria-hidden />}
          >
            {t('refills.label', { volume: made.name })}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

type CurrentProps = {
  refill: Refill;
  quantity: number | null;
  setQuantity: (quantity: number | null) => void;
};

/** The refill that the reader began, readable at arm's length. */
function Current({ refill, quantity, setQuantity }: CurrentProps) {
  const { t } = useTranslation('inventory');
  const leave = useAct(api.refills.leave);
  const { from, whole, into, position } = refill;
  return (
    <Card withBorder p="md" data-refill={refill.id}>
      <Stack gap="sm">
        <Group gap="xs" wrap="nowrap">
          <IconMapPin size={32} aria-hidden />
          <Group gap="xs" fz={32} fw={800} lh={1.1}>
            <Code>{from?.position ?? ''}</Code>
            <Code>{from?.code ?? ''}</Code>
          </Group>
        </Group>
        <Text fz={26} fw={700} lh={1.2}>
          {t(whole ? 'refills.takeWhole' : 'refills.take', {
            count: refill.quantity,
            product: nameOfGoods(refill),
          })}
        </Text>
        <Text c="dimmed">
          <Code>{refill.sku}</Code>
          {refill.gtin && (
            <>
              {' '}
              · <Code>{refill.gtin}</Code>
            </>
          )}
        </Text>
        <Text fz={26} fw={700} lh={1.2}>
          {t('refills.to', { place: position })}
          {!whole && ` · ${into === null ? t('refills.intoNew') : t('refills.into', { volume: into })}`}
        </Text>
        <Group align="end">
          <NumberField
            size="md"
            label={t('refills.quantity')}
            value={quantity ?? refill.quantity}
            onChange={setQuantity}
            min={1}
            max={refill.quantity}
          />
          <Button
            size="floor"
            variant="default"
            disabled={leave.pending}
            onClick={() => leave.run({ params: { id: refill.id } })}
          >
            {t('refills.leave')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

function Line({ refill }: { refill: Refill }) {
  const { t } = useTranslation('inventory');
  const { from, position, takenBy } = refill;
  return (
    <Card withBorder p="sm" data-refill={refill.id}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs" fw={700} fz="lg">
          {from && (
            <>
              <Code>{from.position}</Code>
              <Code>{from.code}</Code>
            </>
          )}
          <Text span fw={700} fz="lg">
            {t('refills.to', { place: position })}
          </Text>
        </Group>
        <Group gap="xs">
          {refill.urgent && (
            <Badge color="red" variant="light">
              {t('refills.urgent')}
            </Badge>
          )}
          {takenBy && <Badge color="gray">{t('refills.takenBy', { name: takenBy.name })}</Badge>}
        </Group>
      </Group>
      <Text>
        {refill.quantity} × {nameOfGoods(refill)}
      </Text>
      {!from && <Text c="dimmed">{t('refills.noReserve')}</Text>}
    </Card>
  );
}
