import type { FormState } from '../../ui/form/form-state.ts';
import type { PublishValues } from './publish-values.ts';
import type { useCauseText } from './SyncErrorNotice.tsx';

export type PublishFormProps = {
  form: FormState<PublishValues>;
  /** The marketplace's last error of a field. */
  causeText: ReturnType<typeof useCauseText>;
};
