import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCircleCheck,
  IconCircleMinus,
  IconPencil,
  IconPlayerPlay,
  IconPlus,
  IconPower,
  IconRipple,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { WaveRule } from '#contract/orders/wave-rule.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { ReleaseDialog } from './ReleaseDialog.tsx';
import { useRuleWords } from './rule-words.ts';
import { AddWaveDialog, EditWaveDialog } from './WaveDialog.tsx';

const refreshMs = 30_000;

/** Rules that make picking lists, in the order in which they take sales. */
export default function WaveListPage() {
  const { t } = useTranslation('orders');
  const found = useApi(api.waves.list, {}, { every: refreshMs });
  const [edited, setEdited] = useState<WaveRule | 'new' | null>(null);
  const types = found.data?.logisticTypes ?? [];
  const rules = found.data?.items ?? [];
  const add: Action = {
    key: 'add',
    label: t('waves.add'),
    icon: IconPlus,
    tone: 'primary',
    permission: 'waves.manage',
    run: () => setEdited('new'),
  };
  return (
    <Page
      title={t('waves.title')}
      trail={[{ label: t('picking.title'), to: paths.orders.picking() }]}
      actions={<Actions items={[add]} />}
    >
      <Stack gap="md">
        <Text c="dimmed">{t('waves.hint')}</Text>
        {found.error && !found.data && (
          <ErrorState
            failure={found.error}
            title={actMessage('failures', 'waves.list')}
            retry={() => void found.refetch()}
          />
        )}
        {found.isPending && <Skeleton height={120} />}
        {found.data && rules.length === 0 && (
          <EmptyState
            icon={IconRipple}
            title={t('waves.empty')}
            hint={t('waves.emptyHint')}
            action={<Actions items={[add]} />}
          />
        )}
        {rules.map((rule, index) => (
          <RuleCard
            key={rule.id}
            rule={rule}
            isFirst={rules[index - 1]?.warehouse.id !== rule.warehouse.id}
            isLast={rules[index + 1]?.warehouse.id !== rule.warehouse.id}
            onEdit={() => setEdited(rule)}
          />
        ))}
      </Stack>
      {edited === 'new' && <AddWaveDialog types={types} onClose={() => setEdited(null)} />}
      {edited && edited !== 'new' && (
        <EditWaveDialog rule={edited} types={types} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}

type RuleCardProps = { rule: WaveRule; isFirst: boolean; isLast: boolean; onEdit: () => void };

function RuleCard({ rule, isFirst, isLast, onEdit }: RuleCardProps) {
  const { t } = useTranslation('orders');
  const words = useRuleWords();
  const [isReleasing, setReleasing] = useState(false);
  const turn = useAct(api.waves.turn, { success: false });
  const move = useAct(api.waves.move, { success: false });
  const remove = useAct(api.waves.remove);
  const { id, name, on, warehouse } = rule;
  const params = { id };
  const manage = { permission: 'waves.manage' } as const;
  const items: (Action | false)[] = [
    {
      ...{ ...manage, key: 'release', label: t('waves.release'), icon: IconPlayerPlay },
      run: () => setReleasing(true),
    },
    { ...{ ...manage, key: 'edit', label: t('waves.edit'), icon: IconPencil }, run: onEdit },
    {
      ...{ ...manage, key: 'turn', label: t(on ? 'waves.turnOff' : 'waves.turnOn'), icon: IconPower },
      secondary: true,
      run: () => turn.run({ params, body: { on: !on } }),
    },
    !isFirst && {
      ...{ ...manage, key: 'before', label: t('waves.before'), icon: IconArrowUp, secondary: true },
      run: () => move.run({ params, body: { to: 'before' } }),
    },
    !isLast && {
      ...{ ...manage, key: 'after', label: t('waves.after'), icon: IconArrowDown, secondary: true },
      run: () => move.run({ params, body: { to: 'after' } }),
    },
    {
      ...{ ...manage, key: 'remove', label: t('waves.remove'), icon: IconTrash, secondary: true },
      tone: 'bad',
      confirm: {
        title: t('waves.removeAsk', { name }),
        message: t('waves.removeText'),
        confirm: t('waves.remove'),
        tone: 'bad',
      },
      run: () => remove.run({ params }),
    },
  ];
  return (
    <Section title={name} hint={warehouse.name} actions={<Actions items={items} />}>
      <Stack gap={4} align="start">
        <StateBadge
          {...(on ? { tone: 'good', icon: IconCircleCheck } : { tone: 'neutral', icon: IconCircleMinus })}
          label={t(on ? 'waves.on' : 'waves.off')}
        />
        <Text size="sm">{words.what(rule)}</Text>
        <Text size="sm">{words.when(rule)}</Text>
        <Text size="sm" fw={600}>
          {words.next(rule)}
        </Text>
        <Anchor data-touch size="sm" component={Link} to={paths.orders.picking({ query: `rule:${id}` })}>
          {t('waves.lists')}
        </Anchor>
      </Stack>
      {isReleasing && <ReleaseDialog rule={rule} onClose={() => setReleasing(false)} />}
    </Section>
  );
}
