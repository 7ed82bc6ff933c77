import type { ContentChange } from './content-change.ts';

/** Rows in a page of the preview. */
export const previewRows = 50;

/** The part of the content that a change is about. */
export const contentFields = ['title', 'description', 'pictures', 'attribute'] as const;
export type ContentField = (typeof contentFields)[number];

const fieldOfKind: Record<ContentChange['kind'], ContentField> = {
  title_replace: 'title',
  title_prefix: 'title',
  title_suffix: 'title',
  title_set: 'title',
  description_append: 'description',
  description_prepend: 'description',
  description_replace: 'description',
  picture_add: 'pictures',
  picture_remove: 'pictures',
  picture_first: 'pictures',
  pictures_by_name: 'pictures',
  attribute_set: 'attribute',
};
export const contentFieldOf = ({ kind }: Pick<ContentChange, 'kind'>): ContentField => fieldOfKind[kind];
export const contentKinds = Object.keys(fieldOfKind) as ContentChange['kind'][];
