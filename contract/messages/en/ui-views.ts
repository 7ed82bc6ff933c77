import type {
  viewFailures as ptFailures,
  viewSuccesses as ptSuccesses,
  views as ptViews,
} from '../pt/ui-views.ts';
import type { Translation } from '../translation.ts';

export const viewFailures: Translation<typeof ptFailures> = {
  'savedViews.list': 'Could not load the views!',
  'savedViews.create': 'Could not save the view!',
  'savedViews.update': 'Could not save the view!',
  'savedViews.remove': 'Could not remove the view!',
};

export const viewSuccesses: Translation<typeof ptSuccesses> = {
  'savedViews.create': 'View saved',
  'savedViews.update': 'View saved',
  'savedViews.remove': 'View removed',
};

export const views: Translation<typeof ptViews> = {
  title: 'Views',
  all: 'All rows',
  mine: 'Mine',
  shared: 'Of the business',
  changed: '{{name}} (changed)',
  opensWith: 'The list opens with this one',
  save: 'Save as a new view…',
  keep: 'Save the changes to {{name}}',
  rename: 'Rename {{name}}…',
  makeDefault: 'Open the list with {{name}}',
  dropDefault: 'No longer open the list with {{name}}',
  remove: 'Remove {{name}}',
  removeSure: 'Remove the view {{name}}?',
  removeText: 'No row is removed: only the filters, the order and the columns kept under this name.',
  removeShared: 'It goes for everybody in the business. No row is removed.',
  saveTitle: 'Save view',
  renameTitle: 'Rename view',
  saveHint: 'Keeps the filters, the order and the columns that the list shows now.',
  name: 'Name',
  forAll: 'For everybody in the business',
  forAllHint: 'Every colleague finds it on this list.',
  asDefault: 'Open the list with it',
};
