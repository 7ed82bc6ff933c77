import { Box, Button, FileButton, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ContentField, contentFields } from '#contract/advertisements/content-field.ts';
import { longestDescription, longestTitle } from '#contract/advertisements/content-limits.ts';
import { api } from '#contract/index.ts';
import { Photo } from '../../dropshipping/Photo.tsx';
import { useTranslation } from '../../i18n.ts';
import { useImageUpload } from '../../products/images/image-upload.ts';
import { AsyncSelect } from '../../ui/form/AsyncSelect.tsx';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { type ContentDraft, kindOf, kindsOf } from './content-draft.ts';

type FieldsProps = { draft: ContentDraft; onChange: (next: ContentDraft) => void };
type PartProps = FieldsProps & { set: (change: Partial<ContentDraft>) => void };

/** What is changed, how, and to what. */
export function ContentChangeFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation('advertisements');
  const set = (change: Partial<ContentDraft>) => onChange({ ...draft, ...change });
  const kind = kindOf(draft);
  const kinds = kindsOf(draft.field);
  const part = { draft, onChange, set };
  return (
    <Stack>
      <SegmentedControl
        withItemsBorders={false}
        aria-label={t('content.field')}
        value={draft.field}
        onChange={(field) => set({ field: field as ContentField })}
        data={contentFields.map((field) => ({ value: field, label: t(`content.fields.${field}`) }))}
      />
      {kinds.length > 1 && (
        <SelectField
          label={t('content.how')}
          value={kind}
          onChange={(next) => next && set({ kinds: { ...draft.kinds, [draft.field]: next } })}
          options={kinds.map((value) => ({ value, label: t(`content.kinds.${value}`) }))}
        />
      )}
      {draft.field === 'title' || draft.field === 'description' ? (
        <TextFields {...part} />
      ) : draft.field === 'pictures' ? (
        <PictureFields {...part} />
      ) : (
        <AttributeFields {...part} />
      )}
    </Stack>
  );
}

function TextFields({ draft, set }: PartProps) {
  const { t } = useTranslation('advertisements');
  const kind = kindOf(draft);
  const isReplace = kind === 'title_replace' || kind === 'description_replace';
  const isTitle = draft.field === 'title';
  const maxLength = isTitle ? longestTitle : longestDescription;
  const Field = isTitle ? TextField : NotesField;
  const text = {
    label: t(isReplace ? 'content.replaceBy' : 'content.text'),
    value: draft.text,
    onChange: (next: string) => set({ text: next }),
    maxLength,
    ...(isReplace && { description: t('content.replaceByHint') }),
  };
  if (!isReplace) return <Field {...text} />;
  return (
    <Group align="flex-start" grow preventGrowOverflow={false} wrap="wrap">
      <Field
        label={t('content.find')}
        // Keeps both boxes at one height beside the hint of the other.
        description={' '}
        value={draft.find}
        onChange={(find: string) => set({ find })}
        maxLength={maxLength}
      />
      <Field {...text} />
    </Group>
  );
}

function PictureFields({ draft, set }: PartProps) {
  const { t } = useTranslation('advertisements');
  const { upload, progress } = useImageUpload();
  const kind = kindOf(draft);
  if (kind === 'pictures_by_name')
    return (
      <Text size="sm" c="dimmed">
        {t('content.byNameHint')}
      </Text>
    );
  const isAdded = kind === 'picture_add';
  const send = async (file: File) => {
    const [sent] = await upload([file]);
    if (sent) set({ picture: { id: sent.id, name: sent.name } });
  };
  return (
    <Stack>
      <Group align="flex-end" wrap="wrap">
        {draft.picture && <Photo image={draft.picture} size={36} />}
        <Box flex={1} miw={180}>
          <AsyncSelect<typeof api.images.list>
            label={t('content.picture')}
            endpoint={api.images.list}
            value={draft.picture}
            onChange={(picture) => set({ picture })}
            clearable
          />
        </Box>
        {isAdded && (
          <FileButton accept="image/jpeg,image/png,image/webp" onChange={(file) => file && void send(file)}>
            {(button) => (
              <Button {...button} variant="default" loading={progress !== null}>
                {t('content.upload')}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {isAdded ? (
        <SegmentedControl
          withItemsBorders={false}
          aria-label={t('content.place')}
          value={draft.place}
          onChange={(place) => set({ place: place as ContentDraft['place'] })}
          data={(['first', 'last'] as const).map((value) => ({
            value,
            label: t(`content.places.${value}`),
          }))}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t('content.pictureByName')}
        </Text>
      )}
    </Stack>
  );
}

function AttributeFields({ draft, set }: PartProps) {
  const { t } = useTranslation('advertisements');
  return (
    <Group align="flex-start" grow preventGrowOverflow={false} wrap="wrap">
      <TextField
        label={t('content.attribute')}
        description={t('content.attributeHint')}
        value={draft.attribute}
        onChange={(attribute) => set({ attribute })}
        maxLength={120}
      />
      <TextField
        label={t('content.value')}
        description={t('content.valueHint')}
        value={draft.value}
        onChange={(value) => set({ value })}
        maxLength={255}
      />
    </Group>
  );
}
