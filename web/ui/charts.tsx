import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { ChartProps, SparkProps } from './ChartDrawings.tsx';

// Recharts is heavier than the rest of a screen together: it comes when a chart is drawn.
const BarsDrawing = lazy(() =>
  import('./ChartDrawings.tsx').then((module) => ({ default: module.BarsDrawing })),
);
const LinesDrawing = lazy(() =>
  import('./ChartDrawings.tsx').then((module) => ({ default: module.LinesDrawing })),
);
const SparkDrawing = lazy(() =>
  import('./ChartDrawings.tsx').then((module) => ({ default: module.SparkDrawing })),
);

const waiting = (height: number) => <Skeleton height={height} radius="sm" />;

export function Bars(props: ChartProps) {
  return (
    <Suspense fallback={waiting(props.height ?? 220)}>
      <BarsDrawing {...props} />
    </Suspense>
  );
}

export function Lines(props: ChartProps) {
  return (
    <Suspense fallback={waiting(props.height ?? 220)}>
      <LinesDrawing {...props} />
    </Suspense>
  );
}

/** A line without axes, for a tile or a table cell. */
export function Sparkline(props: SparkProps) {
  return (
    <Suspense fallback={waiting(props.height ?? 32)}>
      <SparkDrawing {...props} />
    </Suspense>
  );
}
