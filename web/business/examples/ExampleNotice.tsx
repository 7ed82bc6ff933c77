import { Alert, Group, Text } from '@mantine/core';
import { IconCheck, IconSparkles } from '@tabler/icons-react';
import type { ExampleKind } from '#contract/business/examples.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { useIsExample } from './use-examples.ts';

/** What an example cannot do, and the press that makes it an ordinary record. */
export function ExampleNotice({ kind, id }: { kind: ExampleKind; id: number }) {
  const { t } = useTranslation();
  const keep = useAct(api.examples.keep);
  if (!useIsExample(kind, id)) return null;
  return (
    <Alert icon={<IconSparkles size={18} aria-hidden />} title={t('examples.notice')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('examples.noticeText')}</Text>
        <Actions
          items={[
            {
              ...{ key: 'keep', label: t('examples.keep'), icon: IconCheck, pending: keep.pending },
              permission: 'business.update',
              run: () => keep.run({}),
            },
          ]}
        />
      </Group>
    </Alert>
  );
}
