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
  'savedViews.remove': 'Could not delete the view!',
};

export const viewSuccesses: Translation<typeof ptSuccesses> = {
  'savedViews.create': 'View saved',
  'savedViews.update': 'View saved',
  'savedViews.remove': 'View deleted',
};

export const views: Translation<typeof ptViews> = {
  title: 'Views',
  all: 'All rows',
  mine: 'Mine',
  shared: 'Shared with the business',
  changed: '{{name}} (modified)',
  opensWith: 'Default view',
  save: 'Save as new view…',
  keep: 'Save changes to {{name}}',
  rename: 'Rename {{name}}…',
  makeDefault: 'Make {{name}} the default view',
  dropDefault: 'Stop using {{name}} as default',
  remove: 'Delete {{name}}',
  removeSure: 'Delete the view {{name}}?',
  removeText:
    'Only the filters, sort order and columns of this view are deleted. The records in the list stay as they are.',
  removeShared: 'Everyone in the business loses this view. The records in the list stay as they are.',
  saveTitle: 'Save view',
  renameTitle: 'Rename view',
  saveHint: 'Saves the filters, sort order and columns the list shows now.',
  name: 'Name',
  forAll: 'Share with everyone in the business',
  forAllHint: 'Everyone on the team sees this view in the list.',
  asDefault: 'Use as default view',
};
