import { Skeleton } from '@mantine/core';
import { lazyWithFallback } from '../lazy-with-fallback.tsx';
import type { ImagesFieldProps } from './ImagesEditor.tsx';

/** Images of a record: several uploaded at once, ordered by dragging or by keyboard; the first is the cover. */
export const ImagesField = lazyWithFallback<ImagesFieldProps>(() => import('./ImagesEditor.tsx'), {
  waiting: () => <Skeleton height={150} />,
});
