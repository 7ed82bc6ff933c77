import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconColumns, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Import } from '#contract/business/import/import.ts';
import { api } from '#contract/index.ts';
import { fetchToDisk, useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/dialog/confirm.ts';
import { Section } from '../../ui/page/Section.tsx';
import { FateStats } from './FateStats.tsx';

/** The result of the check, and the button that applies it. */
export function CheckedSection({ data, onMatch }: { data: Import; onMatch: () => void }) {
  const { t } = useTranslation('business');
  const { id, state, fates } = data;
  const [skipping, setSkipping] = useState(false);
  const apply = useAct(api.imports.apply, { success: false });
  const count = fates.new + fates.changed;
  const isBlocked = fates.wrong > 0 && !skipping;
  const run = async () => {
    const sure =
      !skipping ||
      (await confirm({
        title: t('imports.sureSkip'),
        message: t('imports.sureSkipText', { count: fates.wrong }),
        confirm: t('imports.apply', { count }),
      }));
    if (sure) await apply.run({ params: { id }, body: { skipWrong: skipping } });
  };
  return (
    <Section
      actions={
        <>
          <Button variant="default" leftSection={<IconColumns size={16} aria-hidden />} onClick={onMatch}>
            {t('imports.changeColumns')}
          </Button>
          {state === 'checked' && (
            <Button disabled={isBlocked || count === 0} loading={apply.pending} onClick={() => void run()}>
              {t('imports.apply', { count })}
            </Button>
          )}
        </>
      }
      title={t('imports.steps.check')}
    >
      {state === 'checked' && <FateStats fates={fates} />}
      <PassedOver data={data} />
      {state === 'checked' && count === 0 && <Text size="sm">{t('imports.nothingToDo')}</Text>}
      {data.belowFloor > 0 && (
        <Text size="sm" c="var(--easy-bad-text)">
          {t('imports.belowFloor', { count: data.belowFloor })}
        </Text>
      )}
      {fates.wrong > 0 && count > 0 && (
        <Group justify="space-between" gap="sm">
          <Checkbox
            checked={skipping}
            onChange={(event) => setSkipping(event.currentTarget.checked)}
            label={t('imports.skipWrong', { count: fates.wrong })}
            description={t('imports.skipWrongHint')}
          />
          <WrongRowsButton id={id} />
        </Group>
      )}
    </Section>
  );
}

/** Rows that are not records or are hidden in the sheet, since nobody sees them in the file. */
function PassedOver({ data }: { data: Import }) {
  const { t } = useTranslation('business');
  const { id, state, hiddenRows, skipsHidden, instructionRows, hiddenColumns, kitRows } = data;
  const check = useAct(api.imports.check, { success: false });
  return (
    <>
      <NewCategories data={data} />
      {kitRows > 0 && <Text size="sm">{t('imports.kitRows', { count: kitRows })}</Text>}
      {hiddenColumns.length > 0 && (
        <Text size="sm">
          {t('imports.hiddenColumns', { count: hiddenColumns.length, titles: hiddenColumns.join(', ') })}
        </Text>
      )}
      {instructionRows > 0 && (
        <Text size="sm" c="dimmed">
          {t('imports.instructionRows', { count: instructionRows })}
        </Text>
      )}
      {hiddenRows > 0 && (
        <Alert color="yellow">
          <Stack gap="xs" align="flex-start">
            {t(skipsHidden ? 'imports.hiddenSkipped' : 'imports.hiddenRows', { count: hiddenRows })}
            {state === 'checked' && (
              <Button
                variant="default"
                size="compact-sm"
                loading={check.pending}
                onClick={() => void check.run({ params: { id }, body: { skipHidden: !skipsHidden } })}
              >
                {t(skipsHidden ? 'imports.takeHidden' : 'imports.skipHidden')}
              </Button>
            )}
          </Stack>
        </Alert>
      )}
    </>
  );
}

const namedCategories = 12;

/** Categories that the import makes, because its rows name them. */
type NewCategoriesProps = { data: Pick<Import, 'newCategories'>; size?: 'xs' | 'sm' };

export function NewCategories({ data: { newCategories }, size = 'sm' }: NewCategoriesProps) {
  const { t } = useTranslation('business');
  const count = newCategories.length;
  if (count === 0) return null;
  const titles = newCategories.slice(0, namedCategories).join(', ');
  return (
    <Text size={size} title={newCategories.join(', ')}>
      {t('imports.newCategories', { count, titles: count > namedCategories ? `${titles}…` : titles })}
    </Text>
  );
}

export function WrongRowsButton({ id }: { id: number }) {
  const { t } = useTranslation('business');
  const fetchRows = () => fetchToDisk(api.imports.wrongRows, { params: { id }, query: { format: 'xlsx' } });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void fetchRows()}
    >
      {t('imports.wrongRows')}
    </Button>
  );
}
