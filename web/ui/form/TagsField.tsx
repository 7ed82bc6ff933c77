import { TagsInput } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import type { FieldProps } from '../bindings.ts';

type TagsFieldProps = FieldProps<string[]> & { suggestions?: readonly string[]; maxTags?: number };

export function TagsField({ onChange, suggestions = [], placeholder, ...rest }: TagsFieldProps) {
  const { t } = useTranslation();
  return (
    <TagsInput
      {...rest}
      data={[...suggestions]}
      placeholder={rest.value.length === 0 ? (placeholder ?? t('field.tagsHint')) : undefined}
      splitChars={[',', ';']}
      onChange={onChange}
    />
  );
}
