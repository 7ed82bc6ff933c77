import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { ImagesFieldProps } from './ImagesEditor.tsx';

const ImagesEditor = lazy(() => import('./ImagesEditor.tsx'));

/** Images of a record: several uploaded at once, ordered by dragging or by keyboard; the first is the cover. */
export function ImagesField(props: ImagesFieldProps) {
  return (
    <Suspense fallback={<Skeleton height={150} />}>
      <ImagesEditor {...props} />
    </Suspense>
  );
}
