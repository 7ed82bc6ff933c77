import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { type ImportRow, sheetFile } from '#contract/business/import/import.ts';
import { importActs } from '#contract/business/import/import-states.ts';
import { compareInMove } from '#contract/business/import/kinds.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Link, useGo } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { SheetDrop } from './SheetDrop.tsx';

type MoveFilesProps = { move: number | null; items: readonly ImportRow[]; systems: string };
type Refused = { name: string; reason: string };

/** Sends files one after another, then has every import of the move checked in the order in which they are applied. */
export function MoveFiles({ move, items, systems }: MoveFilesProps) {
  const { t } = useTranslation('business');
  const go = useGo();
  const [reading, setReading] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refused[]>([]);
  const handled = { success: false, onFailure: () => true } as const;
  const recognize = useAct(api.imports.recognize, handled);
  const check = useAct(api.imports.check, handled);

  const send = async (files: readonly File[]) => {
    const others: Refused[] = [];
    const found: Pick<ImportRow, 'id' | 'kind' | 'state'>[] = [...items];
    let id = move;
    for (const file of files) {
      setReading(file.name);
      if (file.size > sheetFile.maxBytes) {
        others.push({ name: file.name, reason: t('imports.faults.sheet_too_big') });
        continue;
      }
      const sent = await recognize.run({ body: id === null ? {} : { moveId: id }, files: [file] });
      if (!sent.ok) others.push({ name: file.name, reason: reasonOf(sent.failure) });
      else if (sent.response.items.length === 0)
        others.push({ name: file.name, reason: t('imports.move.unrecognizedHint') });
      else {
        id = sent.response.move;
        found.push(...sent.response.items);
      }
    }
    setRefused(others);
    for (const one of found.filter(({ state }) => canAct(importActs, 'check', state)).toSorted(compareInMove))
      await check.run({ params: { id: one.id }, body: {} });
    setReading(null);
    if (id !== null && id !== move) go(paths.business.moveImports({ move: id }), { replace: true });
  };

  return (
    <Section {...(items.length > 0 && { title: t('imports.move.more') })}>
      <SheetDrop
        multiple
        title={t('imports.move.drop')}
        hint={t('imports.move.systems', { systems })}
        choose={t('imports.move.choose')}
        reading={reading}
        onFiles={(files) => void send(files)}
      />
      {refused.length > 0 && (
        <Alert color="red" role="alert" title={t('imports.move.unrecognized')}>
          <List size="sm">
            {refused.map(({ name, reason }) => (
              <List.Item key={name}>
                <Text span fw={600}>
                  {name}
                </Text>
                : {reason}
              </List.Item>
            ))}
          </List>
          <Group mt="xs">
            <Button
              component={Link}
              to={paths.business.createImport('products')}
              variant="default"
              size="compact-sm"
            >
              {t('imports.move.byHand')}
            </Button>
          </Group>
        </Alert>
      )}
    </Section>
  );
}
