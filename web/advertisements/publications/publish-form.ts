import type { FormState } from '../../ui/form/form-state.ts';
import type { PublishValues, VariationValues } from './publish-values.ts';
import type { useCauseText } from './SyncErrorNotice.tsx';

export type PublishFormProps = {
  form: FormState<PublishValues>;
  /** The marketplace's last error of a field. */
  causeText: ReturnType<typeof useCauseText>;
  /** With several accounts: the name of the account of this form. */
  of?: string;
  /** In the form of a further account: the variations of the first one, where their common part is typed. */
  first?: readonly VariationValues[];
};

/** With several accounts the parts of each carry its name. */
export const titleOf = (title: string, of: string | undefined): string => (of ? `${title} · ${of}` : title);
