import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { QuestionRow } from '#contract/marketplaces/question.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { useForm } from '../../ui/form/form-state.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { BulkDialog } from '../../ui/table/BulkDialog.tsx';
import type { Chosen } from '../../ui/table/row-selection.ts';

/** One text for all selected questions, filled in with what each asks about. */
export default function AnswerManyDialog({
  chosen,
  onClose,
}: {
  chosen: Chosen<QuestionRow>;
  onClose: () => void;
}) {
  const { t } = useTranslation('marketplaces');
  const [template, setTemplate] = useState<string | null>(null);
  const templates = useApi(api.answerTemplates.list, { query: { size: '100' } }).data?.items ?? [];
  const ids = chosen.rows.map(({ id }) => id);
  const form = useForm({
    endpoint: api.presales.answerMany,
    initial: { text: '' },
    send: ({ text }) => ({ body: { ids, text } }),
    success: false,
    onSaved: (outcome) => {
      chosen.settle(outcome, t('questions.answerSelectedDone'));
      onClose();
    },
  });
  return (
    <BulkDialog
      title={t('questions.answerSelectedTitle')}
      chosen={chosen}
      form={form}
      hint={t('questions.answerSelectedHint')}
      submit={t('questions.answerSelectedSubmit', { count: chosen.count })}
      onClose={onClose}
    >
      {templates.length > 0 && (
        <SelectField
          label={t('questions.answerTemplate')}
          value={template}
          onChange={(id) => {
            setTemplate(id);
            const one = templates.find((row) => String(row.id) === id);
            if (one) form.field('text').onChange(one.text);
          }}
          options={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <NotesField {...form.field('text')} label={t('questions.answer')} required rows={4} />
    </BulkDialog>
  );
}
