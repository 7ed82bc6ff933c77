import { Group, Text } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { useExamples, useRemoveExamples, useStartExamples } from './use-examples.ts';

/** One press makes the examples, unless the business has records of its own, and one removes them. */
export function ExamplesRow({ offered }: { offered: boolean }) {
  const { t } = useTranslation();
  const count = useExamples().length;
  const start = useStartExamples();
  const remove = useRemoveExamples();
  if (count === 0 && !offered) return null;
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        {count === 0 ? t('examples.startHint') : t('examples.present', { count })}
      </Text>
      <Actions items={[start, remove]} />
    </Group>
  );
}
