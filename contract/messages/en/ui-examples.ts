import type {
  examples as pt,
  exampleFailures as ptFailures,
  exampleSuccesses as ptSuccesses,
} from '../pt/ui-examples.ts';
import type { Translation } from '../translation.ts';

export const examples: Translation<typeof pt> = {
  start: 'Start with examples',
  startHint: 'Creates example records so you can look around. One button removes them all.',
  mark: 'Example',
  present_one: 'There is {{count}} example record in your business.',
  present_other: 'There are {{count}} example records in your business.',
  remove: 'Remove examples',
  removeSure: 'Remove the examples?',
  removeText: 'Anything that already has stock, a listing or a sale stays and is no longer an example.',
  changed: '{{name}} (changed since)',
  kinds: {
    view: 'Saved view',
    template: 'Answer templates',
    advertisement: 'Ad',
    offer: 'Offers',
    product: 'Product',
    image: 'Image',
    tag: 'Tag',
    warehouse: 'Warehouse',
  },
  kept: 'Already in use, so kept: {{names}}',
  notice: 'This record is an example',
  noticeText:
    'It gets no stock and is not published. Keep it as yours to go on with it, or remove the examples.',
  refused: 'It is an example: keep it as yours or remove the examples',
  keep: 'Keep as mine',
};

export const exampleFailures: Translation<typeof ptFailures> = {
  'examples.detail': 'Could not load the examples!',
  'examples.create': 'Could not create the examples!',
  'examples.keep': 'Could not keep the example!',
  'examples.remove': 'Could not remove the examples!',
};

export const exampleSuccesses: Translation<typeof ptSuccesses> = {
  'examples.create': 'Examples created',
  'examples.keep': 'It is yours now: product, image, offers and ad are no longer examples',
  'examples.remove': 'Examples removed',
};
