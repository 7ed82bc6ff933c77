import type {
  content as ptContent,
  contentFailures as ptFailures,
  contentSuccesses as ptSuccesses,
} from '../pt/advertisements-content.ts';
import type { Translation } from '../translation.ts';

/** The change of title, description, pictures or one attribute of many ads. */
export const content: Translation<typeof ptContent> = {
  act: 'Change content',
  title: 'Change title, description, images or attribute',
  field: 'What to change',
  fields: { title: 'Title', description: 'Description', pictures: 'Images', attribute: 'Attribute' },
  how: 'How',
  kinds: {
    title_replace: 'Replace text',
    title_prefix: 'Put at the beginning',
    title_suffix: 'Put at the end',
    title_set: 'Same title for all',
    description_append: 'Add at the end',
    description_prepend: 'Add at the beginning',
    description_replace: 'Replace text',
    picture_add: 'Add an image',
    picture_remove: 'Remove an image',
    picture_first: 'Put an image first',
    pictures_by_name: 'Sort by name',
    attribute_set: 'Set the same value',
  },
  find: 'Find',
  replaceBy: 'Replace with',
  replaceByHint: 'Leave empty to remove the text.',
  text: 'Text',
  place: 'Where',
  places: { first: 'First', last: 'Last' },
  picture: 'Image',
  pictureByName: 'Applies to every image with this name.',
  upload: 'Upload a new image',
  byNameHint: 'Alphabetically, with 2 before 10.',
  attribute: 'Attribute',
  attributeHint: 'Its name in the listing form, such as Marca or Material.',
  value: 'Value',
  valueHint: 'Applies to listings whose category has the attribute.',
  own: 'Also change the ad itself',
  ownHint: 'Its next listings start with this content.',
  preview: 'Preview',
  apply_one: 'Apply to {{n:total}} row',
  apply_other: 'Apply to {{n:total}} rows',
  hint: 'Nothing changes until you apply. You can undo all of it later in Background tasks.',
  changes_one: 'Ads that change: {{n:ads}} of {{n:selected}} ({{n:total}} row).',
  changes_other: 'Ads that change: {{n:ads}} of {{n:selected}} ({{n:total}} rows).',
  refused_one: '{{n:total}} row is rejected and stays as it is.',
  refused_other: '{{n:total}} rows are rejected and stay as they are.',
  ad: 'Ad',
  where: 'Where',
  ownRow: 'The ad itself',
  before: 'Now',
  after: 'After',
  empty: '(empty)',
  noPictures: 'No images',
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
