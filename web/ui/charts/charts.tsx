import { Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { lazyWithFallback } from '../lazy-with-fallback.tsx';
import type { ChartProps } from './ChartDrawings.tsx';

const waiting = ({ height = 220 }: ChartProps) => <Skeleton height={height} radius="sm" />;

// Recharts is larger than the rest of a screen, so it is loaded with the first chart.
const Drawing = lazyWithFallback<ChartProps>(
  () => import('./ChartDrawings.tsx').then((module) => ({ default: module.BarsDrawing })),
  { waiting },
);

/** A chart below the window is drawn when it comes near: drawing takes as long as the rest of a screen. */
export function Bars(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    // A browser without it, and a test, has no window to be near to.
    if (!place.current || !('IntersectionObserver' in window)) return setNear(true);
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '100px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={place}>{isNear ? <Drawing {...props} /> : waiting(props)}</div>;
}
