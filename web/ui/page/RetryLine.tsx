import { Anchor, Text } from '@mantine/core';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Failure } from '../../api.ts';
import { failureTitle, reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';

type RetryLineProps = { endpoint: AnyEndpoint; failure: Failure; retry: () => void };

/** Shown instead of a part of a form that failed to load: what, why and a retry, in one line. */
export function RetryLine({ endpoint, failure, retry }: RetryLineProps) {
  const { t } = useTranslation();
  return (
    <Text size="sm" role="alert">
      {failureTitle(endpoint)} {reasonOf(failure)}{' '}
      <Anchor component="button" type="button" size="sm" onClick={retry}>
        {t('act.retry')}
      </Anchor>
    </Text>
  );
}
