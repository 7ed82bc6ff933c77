import { Skeleton } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { Failure } from '../../api.ts';
import { useEarlyCodes } from '../scan/early-codes.ts';
import { ErrorState } from './EmptyState.tsx';
import { Page } from './Page.tsx';

type UnreadPageProps = Pick<ComponentProps<typeof Page>, 'title' | 'trail' | 'width'> & {
  /** Title of the error state, e.g. 'Could not load the product!'. */
  failed: string | undefined;
  result: { error: Failure | null; refetch: () => unknown };
};

/**
 * The screen of a record as long as there is none to show: on its way, or why not. Only for that: a record that was read
 * stays on the screen with all that was typed, whatever becomes of reading it again.
 */
export function UnreadPage({ failed, result, ...page }: UnreadPageProps) {
  useEarlyCodes(!result.error);
  return (
    <Page {...page}>
      {result.error ? (
        <ErrorState
          failure={result.error}
          title={failed}
          retry={() => void result.refetch()}
          back={page.trail?.at(-1)}
        />
      ) : (
        <Skeleton height={420} />
      )}
    </Page>
  );
}
