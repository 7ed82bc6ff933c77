import type { ContentChange } from '#contract/advertisements/content-change.ts';
import { type ContentField, contentFieldOf, contentKinds } from '#contract/advertisements/content-field.ts';

/** What was typed for each kind of change; it stays while another kind is chosen. */
export type ContentDraft = {
  field: ContentField;
  kinds: Record<ContentField, ContentChange['kind']>;
  find: string;
  text: string;
  place: 'first' | 'last';
  picture: { id: number; name: string } | null;
  attribute: string;
  value: string;
};

export const emptyDraft: ContentDraft = {
  field: 'title',
  kinds: {
    title: 'title_replace',
    description: 'description_append',
    pictures: 'picture_add',
    attribute: 'attribute_set',
  },
  ...{ find: '', text: '', place: 'last', picture: null, attribute: '', value: '' },
};

export const kindsOf = (field: ContentField) =>
  contentKinds.filter((kind) => contentFieldOf({ kind }) === field);

export const kindOf = ({ field, kinds }: ContentDraft) => kinds[field];

/** The change; null while something is missing. */
export function changeOf(draft: ContentDraft): ContentChange | null {
  const { place, picture } = draft;
  const [find, text] = [draft.find.trim(), draft.text.trim()];
  const [attribute, value] = [draft.attribute.trim(), draft.value.trim()];
  const kind = kindOf(draft);
  switch (kind) {
    case 'title_replace':
    case 'description_replace':
      return find === '' ? null : { kind, find, text };
    case 'title_prefix':
    case 'title_suffix':
    case 'title_set':
    case 'description_append':
    case 'description_prepend':
      return text === '' ? null : { kind, text };
    case 'picture_add':
      return picture && { kind, image: picture.id, place };
    case 'picture_remove':
    case 'picture_first':
      return picture && { kind, name: picture.name };
    case 'pictures_by_name':
      return { kind };
    case 'attribute_set':
      return attribute === '' || value === '' ? null : { kind, attribute, value };
  }
}
