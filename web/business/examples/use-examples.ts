import { IconSparkles, IconTrash } from '@tabler/icons-react';
import type { ExampleKind, ExampleRecord } from '#contract/business/examples.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import type { Action } from '../../ui/actions/action.ts';
import { toast } from '../../ui/toasts.ts';
import { useSession } from '../../use-session.ts';

/** The examples of the business, read once; none until they are known. */
export function useExamples(): readonly ExampleRecord[] {
  const { can } = useSession();
  return useApi(api.examples.detail, {}, { enabled: can('business.read'), once: true }).data?.records ?? [];
}

export function useIsExample(kind: ExampleKind, id: number): boolean {
  return useExamples().some((record) => record.kind === kind && record.id === id);
}

/** Why an example is neither stocked nor published; false for other records. */
export function useExampleRefusal(kind: ExampleKind, id: number): string | false {
  const { t } = useTranslation();
  return useIsExample(kind, id) && t('examples.refused');
}

/** Makes the examples; false if there are some. */
export function useStartExamples(): Action | false {
  const { t } = useTranslation();
  const { pending, run } = useAct(api.examples.create);
  return (
    useExamples().length === 0 && {
      ...{ key: 'start-examples', label: t('examples.start'), icon: IconSparkles, pending },
      permission: 'business.update',
      run: () => run({}),
    }
  );
}

/** Removes all examples after naming them; false if there are none. */
export function useRemoveExamples(): Action | false {
  const { t } = useTranslation();
  const examples = useExamples();
  const { pending, run } = useAct(api.examples.remove, {
    onSuccess: ({ kept }) => {
      const names = [...new Set(kept.map(({ kind, name }) => `${t(`examples.kinds.${kind}`)} ${name}`))];
      if (names.length > 0) toast.info(t('examples.kept', { names: names.join(', ') }));
    },
  });
  const named = [...Map.groupBy(examples, ({ kind }) => kind)].map(([kind, records]) => {
    const names = records.map(({ name, changed }) => (changed ? t('examples.changed', { name }) : name));
    return `${t(`examples.kinds.${kind}`)}: ${names.join(', ')}`;
  });
  return (
    examples.length > 0 && {
      ...{ key: 'remove-examples', label: t('examples.remove'), icon: IconTrash, pending },
      permission: 'business.update',
      confirm: {
        title: t('examples.removeSure'),
        message: `${named.join('\n')}\n\n${t('examples.removeText')}`,
        confirm: t('examples.remove'),
        tone: 'bad',
      },
      run: () => run({}),
    }
  );
}
