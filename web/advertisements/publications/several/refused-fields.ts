import { type FaultField, faultFields } from '#contract/advertisements/sync-error.ts';
import { useTranslation } from '../../../i18n.ts';

const sides: readonly string[] = ['weight', 'width', 'height', 'depth'];

/** The field of the publish form that a path of its values is about. */
function fieldOf(path: string): FaultField {
  const [part = '', , inner = ''] = path.split('.');
  if (sides.includes(part)) return 'dimensions';
  const name =
    part === 'variations'
      ? ({ margin: 'price', package: 'dimensions', '': 'variations' }[inner] ?? inner)
      : part;
  return faultFields.find((field) => field === name) ?? (part === 'variations' ? 'variations' : 'other');
}

/** Names the field of a path, in the words that the marketplace's errors use too. */
export function useRefusedFields(): (path: string) => string {
  const { t } = useTranslation('advertisements');
  return (path) => t(`error.fields.${fieldOf(path)}`);
}
