import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { ChartProps } from './ChartDrawings.tsx';

// Recharts is heavier than the rest of a screen together: it comes when a chart is drawn.
const BarsDrawing = lazy(() =>
  import('./ChartDrawings.tsx').then((module) => ({ default: module.BarsDrawing })),
);

const waiting = (height: number) => <Skeleton height={height} radius="sm" />;

export function Bars(props: ChartProps) {
  return (
    <Suspense fallback={waiting(props.height ?? 220)}>
      <BarsDrawing {...props} />
    </Suspense>
  );
}
