import { useRouterState } from '@tanstack/react-router';
import { ProgressBar } from '../ui/page/ProgressBar.tsx';

/** True while the code of the next screen loads. */
export const useIsLoading = () => useRouterState({ select: (state) => state.status === 'pending' });

/** Shows progress at once, in any layout. */
export function LoadingBar() {
  return useIsLoading() && <ProgressBar />;
}
