import { IconSparkles } from '@tabler/icons-react';
import type { ExampleKind } from '#contract/business/examples.ts';
import { useTranslation } from '../../i18n.ts';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { useIsExample } from './use-examples.ts';

/** The mark of a record that is an example; nothing for the others. */
export function ExampleBadge({ kind, id }: { kind: ExampleKind; id: number }) {
  const { t } = useTranslation();
  return useIsExample(kind, id) && <StateBadge tone="info" icon={IconSparkles} label={t('examples.mark')} />;
}
