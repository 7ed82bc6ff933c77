import type {
  content as ptContent,
  contentFailures as ptFailures,
  contentSuccesses as ptSuccesses,
} from '../pt/advertisements-content.ts';
import type { Translation } from '../translation.ts';

/** The change of title, description, pictures or one attribute of many ads. */
export const content: Translation<typeof ptContent> = {
  act: 'Change content',
  title: 'Change title, description, pictures or attribute',
  field: 'What to change',
  fields: { title: 'Title', description: 'Description', pictures: 'Pictures', attribute: 'Attribute' },
  how: 'How',
  kinds: {
    title_replace: 'Replace a text',
    title_prefix: 'Put at the beginning',
    title_suffix: 'Put at the end',
    title_set: 'Same title for all',
    description_append: 'Add at the end',
    description_prepend: 'Add at the beginning',
    description_replace: 'Replace a text',
    picture_add: 'Add a picture',
    picture_remove: 'Remove a picture',
    picture_first: 'Put a picture first',
    pictures_by_name: 'Sort by name',
    attribute_set: 'Set the same value',
  },
  find: 'Find',
  replaceBy: 'Replace with',
  replaceByHint: 'Empty: the found text is removed.',
  text: 'Text',
  place: 'Where',
  places: { first: 'First', last: 'Last' },
  picture: 'Picture',
  pictureByName: 'Applies to every picture of this name.',
  upload: 'Upload a new picture',
  byNameHint: 'Alphabetically, with 2 before 10.',
  attribute: 'Attribute',
  attributeHint: 'Its name in the form of the publication: Marca, Material.',
  value: 'Value',
  valueHint: 'Applies to publications whose category has the attribute.',
  own: 'Change the advertisement itself too',
  ownHint: 'Its next publications start with this content.',
  preview: 'Preview',
  apply_one: 'Apply to {{n:total}} row',
  apply_other: 'Apply to {{n:total}} rows',
  hint: 'Nothing changes until you apply. Afterwards you can undo all of it in Background tasks.',
  changes_one: 'Ads that change: {{n:ads}} of {{n:selected}} ({{n:total}} row).',
  changes_other: 'Ads that change: {{n:ads}} of {{n:selected}} ({{n:total}} rows).',
  refused_one: '{{n:total}} row is refused and stays as it is.',
  refused_other: '{{n:total}} rows are refused and stay as they are.',
  ad: 'Ad',
  where: 'Where',
  ownRow: 'The advertisement itself',
  before: 'Today',
  after: 'Afterwards',
  empty: '(empty)',
  noPictures: 'No pictures',
  limit: 'Limit: {{n:limit}}',
  page: 'Rows {{n:from}} to {{n:to}} of {{n:total}}',
  earlier: 'Previous',
  later: 'Next',
};

export const contentFailures: Translation<typeof ptFailures> = {
  'advertisements.previewContent': 'Could not calculate the changes!',
  'advertisements.changeContent': 'Could not change the content!',
};

export const contentSuccesses: Translation<typeof ptSuccesses> = {
  'advertisements.changeContent': 'Content change started',
};
