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
 * Shown until a record is loaded, or why it cannot be. A loaded record stays on the screen with everything typed,
 * even if reading it again fails.
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
