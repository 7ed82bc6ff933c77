import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { Form, FormBar } from '../../ui/form/Form.tsx';
import type { FormState } from '../../ui/form/form-state.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/page/Section.tsx';

export type CategoryValues = { description: string; father: Reference | null };

type CategoryFormProps = { form: FormState<CategoryValues>; disabled?: boolean };

export function CategoryForm({ form, disabled }: CategoryFormProps) {
  const { t } = useTranslation('products');
  return (
    <Form form={form}>
      <Section>
        <TextField
          {...form.field('description')}
          label={t('description')}
          required
          autoFocus
          disabled={disabled}
          maxLength={120}
        />
        <AsyncSelect<typeof api.categories.list>
          {...form.field('father')}
          endpoint={api.categories.list}
          option={(item: { id: number; path: string }) => ({ id: item.id, name: item.path })}
          label={t('categories.father')}
          description={t('categories.fatherHint')}
          disabled={disabled}
          clearable
        />
      </Section>
      {!disabled && <FormBar form={form} />}
    </Form>
  );
}
