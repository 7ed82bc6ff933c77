import { Button, Checkbox, Select, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { ColumnMatch, Import } from '#contract/business/import/import.ts';
import { columnsOfKind } from '#contract/business/import/kinds.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { Section } from '../../ui/page/Section.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { useSession } from '../../use-session.ts';
import { useImportWords } from './import-words.ts';

/** `A`, `B`, … `AA`: the spreadsheet's name of a column. */
function letterOf(index: number): string {
  const rest = String.fromCharCode(65 + (index % 26));
  return index < 26 ? rest : letterOf(Math.floor(index / 26) - 1) + rest;
}

/** Assigns columns of the file to ours; columns that the titles did not identify are chosen by hand. */
export function MatchSection({ data, onChecked }: { data: Import; onChecked: () => void }) {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const { labelOf } = useImportWords();
  const [chosen, setChosen] = useState<ColumnMatch>(data.columns);
  const [createCategories, setCreateCategories] = useState(data.createsCategories);
  const check = useAct(api.imports.check, { success: false, onSuccess: onChecked });
  const columns = columnsOfKind(data.kind).filter(
    ({ key, priced, foreign }) =>
      (!priced || can('prices.read')) && (!foreign || data.columns[key] !== undefined),
  );
  const taken = new Map(Object.entries(chosen).map(([key, index]) => [index, key]));
  const nameOf = (index: number) => {
    const [letter, title = ''] = [letterOf(index), data.titles[index]];
    return title ? t('imports.named', { letter, title }) : t('imports.unnamed', { letter });
  };
  const unused = data.titles.flatMap((title, index) => (title && !taken.has(index) ? [title] : []));
  const missing = columns.filter(({ key, required }) => required && chosen[key] === undefined);
  const choose = (key: string, value: string | null) =>
    setChosen(({ [key]: _, ...others }) => {
      if (value === null) return others;
      const free = Object.entries(others).filter(([, index]) => index !== Number(value));
      return { ...Object.fromEntries(free), [key]: Number(value) };
    });
  return (
    <Section
      title={t('imports.columnsTitle')}
      hint={t('imports.columnsHint')}
      actions={
        <>
          {missing.length > 0 && (
            <Text size="sm">
              {t('imports.columnsMissing', {
                columns: missing.map(({ key }) => labelOf(data.kind, key)).join(', '),
              })}
            </Text>
          )}
          <Button
            disabled={missing.length > 0}
            loading={check.pending}
            onClick={() =>
              void check.run({ params: { id: data.id }, body: { columns: chosen, createCategories } })
            }
          >
            {t('imports.check')}
          </Button>
        </>
      }
    >
      {unused.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('imports.unmatched', { count: unused.length, titles: unused.slice(0, 12).join(', ') })}
        </Text>
      )}
      {chosen.category !== undefined && can('categories.create') && (
        <Checkbox
          checked={createCategories}
          onChange={(event) => setCreateCategories(event.currentTarget.checked)}
          label={t('imports.createCategories')}
        />
      )}
      <StackedTable aria-label={t('imports.columnsTitle')} from={600}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('imports.column')}</Table.Th>
            <Table.Th>{t('imports.fileColumn')}</Table.Th>
            <Table.Th>{t('imports.sample')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ key, required }) => {
            const index = chosen[key];
            const label = labelOf(data.kind, key);
            return (
              <Table.Tr key={key}>
                <Table.Td>
                  {label}{' '}
                  {required && (
                    <Text span size="xs" c={index === undefined ? 'red' : 'dimmed'}>
                      ({t('imports.required')})
                    </Text>
                  )}
                </Table.Td>
                <Table.Td data-label={t('imports.fileColumn')}>
                  <Select
                    aria-label={label}
                    data={data.titles.map((_, at) => ({ value: String(at), label: nameOf(at) }))}
                    value={index === undefined ? null : String(index)}
                    onChange={(value) => choose(key, value)}
                    placeholder={t('imports.noColumn')}
                    error={required && index === undefined}
                    clearable
                    searchable
                    clearButtonProps={{ 'aria-label': t('imports.noColumn') }}
                  />
                </Table.Td>
                <Table.Td data-label={t('imports.sample')}>
                  <Text size="sm" c="dimmed" lineClamp={2}>
                    {index === undefined
                      ? '—'
                      : data.sample
                          .map((row) => row[index])
                          .filter(Boolean)
                          .join(' · ') || '—'}
                  </Text>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </StackedTable>
    </Section>
  );
}
