import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { RemoteCause, SyncError } from '#contract/advertisements/sync-error.ts';
import { formatLater, systemClock } from '#contract/dates.ts';
import { i18n, useTranslation } from '../../i18n.ts';

/** Our words for a code, otherwise the marketplace's. */
function useWords(): (code: string, message: string) => string {
  const { t } = useTranslation('advertisements');
  return (code, message) => {
    const key = `advertisements:error.codes.${code.replaceAll('.', '_')}`;
    return i18n.exists(key) ? t(key as 'advertisements:error.codes.no_stock') : message || code;
  };
}

/** The marketplace's errors by field, and what happens next. */
export function SyncErrorNotice({
  error,
  variations = [],
  attributes = [],
}: {
  error: SyncError;
  /** Names of variations, to identify those with an error. */
  variations?: readonly { name: string; sku: string }[];
  /** The attributes of the publication, to name those with an error. */
  attributes?: readonly { id: string | null; name: string }[];
}) {
  const { t } = useTranslation('advertisements');
  const words = useWords();
  const waits = error.kind === 'retrying' || error.kind === 'waiting';
  const causes = error.causes.filter((cause) => !cause.warning);
  const names = new Map<string | null, string>([
    ['BRAND', t('brand')],
    ...attributes.map(({ id, name }) => [id, name] as const),
  ]);
  return (
    <Alert
      color={waits ? 'yellow' : 'red'}
      icon={waits ? <IconClock size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
      title={
        error.retryAt
          ? t('error.retryAt', { at: formatLater(error.retryAt, systemClock.now()) })
          : t(`error.${error.kind}`, { attempt: error.attempt, maxAttempts: error.maxAttempts })
      }
    >
      {causes.length === 0 ? (
        <Text size="sm">{words(error.code, error.message)}</Text>
      ) : (
        <List size="sm" spacing={2}>
          {causes.map((cause) => (
            <List.Item key={`${cause.code} ${cause.variation} ${cause.message}`}>
              <Text span inherit fw={600}>
                {fieldLabel(cause, t(`error.fields.${cause.field}`), variations, names)}:
              </Text>{' '}
              {words(cause.code, cause.message)}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

function fieldLabel(
  cause: RemoteCause,
  label: string,
  variations: readonly { name: string; sku: string }[],
  names: ReadonlyMap<string | null, string>,
): string {
  const about = cause.field === 'attributes' ? cause.attributes.map((id) => names.get(id) || id) : [];
  const variation = variations[cause.variation ?? -1];
  const named = variation ? [variation.name || variation.sku] : [];
  const words = [...named, ...about].filter(Boolean);
  return words.length > 0 ? `${label} (${words.join(', ')})` : label;
}

/** Error messages by the field of the publish form. */
export function useCauseText(
  error: SyncError | null,
): (field: RemoteCause['field'], attribute?: string) => string | undefined {
  const words = useWords();
  return (field, attribute) => {
    const found = error?.causes.filter(
      (cause) =>
        !cause.warning &&
        cause.field === field &&
        (attribute === undefined || cause.attributes.includes(attribute)),
    );
    return found?.map((cause) => words(cause.code, cause.message)).join(' ') || undefined;
  };
}
