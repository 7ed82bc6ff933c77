import type { FormState } from '../../ui/form/form-state.ts';
import type { PublishValues } from './publish-values.ts';
import type { useCauseText } from './SyncErrorNotice.tsx';

export type PublishFormProps = {
  form: FormState<PublishValues>;
  /** What the marketplace said about a field when it last refused. */
  causeText: ReturnType<typeof useCauseText>;
};
