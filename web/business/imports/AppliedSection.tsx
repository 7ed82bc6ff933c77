import { Button, Group, Text } from '@mantine/core';
import type { Import } from '#contract/business/import/import.ts';
import { useTranslation } from '../../i18n.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Instant } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';
import { WrongRowsButton } from './CheckedSection.tsx';
import { FateStats } from './FateStats.tsx';
import { listsOfKinds } from './import-words.ts';

/** The result of an import, with links to the records. */
export function AppliedSection({ data: { id, kind, fates, appliedAt, person } }: { data: Import }) {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const { to, permission } = listsOfKinds[kind];
  return (
    <Section
      title={t('imports.done', { done: fates.new + fates.changed })}
      hint={
        <>
          {person.name} · <Instant value={appliedAt} />
        </>
      }
      actions={
        can(permission) && (
          <Button component={Link} to={to}>
            {t('imports.see', { list: t(`imports.kinds.${kind}`) })}
          </Button>
        )
      }
    >
      <FateStats fates={fates} />
      {fates.wrong > 0 && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {t('imports.doneDetail', fates)}
          </Text>
          <WrongRowsButton id={id} />
        </Group>
      )}
    </Section>
  );
}
