import { Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportRow } from '#contract/business/import/import.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { useSession } from '../../use-session.ts';

/** One button imports everything in its order; afterwards the way to the ads. */
export function MoveApply({ items }: { items: readonly ImportRow[] }) {
  const { t } = useTranslation('business');
  const [skipping, setSkipping] = useState(false);
  const apply = useAct(api.imports.apply, { success: false });
  const [sending, setSending] = useState(false);
  const running = items.find(({ state }) => state === 'checking' || state === 'applying');
  if (running) return <Running item={running} />;
  const checked = items.filter(({ state }) => state === 'checked');
  const todo = checked.filter(({ fates }) => fates.new + fates.changed > 0);
  if (todo.length === 0 && items.some(({ state }) => state === 'applied')) return <Moved />;
  const count = todo.reduce((total, { fates }) => total + fates.new + fates.changed, 0);
  const wrong = checked.reduce((total, { fates }) => total + fates.wrong, 0);
  const run = async () => {
    setSending(true);
    for (const { id, fates } of todo) {
      const done = await apply.run({ params: { id }, body: { skipWrong: fates.wrong > 0 } });
      if (!done.ok) break;
    }
    setSending(false);
  };
  return (
    <Section>
      <Group justify="space-between" gap="sm">
        {wrong > 0 ? (
          <Checkbox
            checked={skipping}
            onChange={(event) => setSkipping(event.currentTarget.checked)}
            label={t('imports.move.skipWrong', { count: wrong })}
          />
        ) : (
          <Text size="sm">
            {count > 0 ? t('imports.apply', { count }) : checked.length > 0 ? t('imports.move.nothing') : ''}
          </Text>
        )}
        <Button
          disabled={count === 0 || (wrong > 0 && !skipping)}
          loading={sending}
          onClick={() => void run()}
        >
          {t('imports.move.apply')}
        </Button>
      </Group>
    </Section>
  );
}

function Running({ item: { state, kind, finished, total } }: { item: ImportRow }) {
  const { t } = useTranslation('business');
  const text =
    total === 0
      ? t('imports.readingRows')
      : t(state === 'checking' ? 'imports.checkingRows' : 'imports.applyingRows', { finished, total });
  return (
    <Section>
      <Stack gap="xs">
        <Text fw={600} aria-live="polite">
          {t(`imports.kinds.${kind}`)}: {text}
        </Text>
        <Progress value={total === 0 ? 100 : (finished * 100) / total} animated aria-label={text} />
        <Text size="sm" c="dimmed">
          {t('imports.mayLeave')}
        </Text>
      </Stack>
    </Section>
  );
}

function Moved() {
  const { t } = useTranslation('business');
  const { can } = useSession();
  return (
    <Section title={t('imports.move.done')} hint={t('imports.move.doneHint')}>
      <Group gap="xs">
        {can('publications.create') && (
          <Button
            component={Link}
            to={paths.advertisements.addExisting()}
            leftSection={<IconLink size={16} aria-hidden />}
          >
            {t('imports.move.link')}
          </Button>
        )}
        {can('products.read') && (
          <Button component={Link} to={paths.products.list()} variant="default">
            {t('imports.move.products')}
          </Button>
        )}
      </Group>
    </Section>
  );
}
