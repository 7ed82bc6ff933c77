import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type RefCallback, useEffect, useRef, useState } from 'react';

type FadingEnd = { ref: RefCallback<HTMLDivElement>; 'data-more': boolean; onScroll: () => void };

/** Props of the container of a wide table: `data-more` while there are columns beyond its right edge. */
export function useFadingEnd(columns: number): FadingEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const both = useMergedRef(ref, scroller);
  const [more, setMore] = useState(false);
  const update = () => {
    const { scrollLeft, clientWidth, scrollWidth } = scroller.current ?? document.body;
    setMore(scrollLeft + clientWidth < scrollWidth - 1);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: repeated when the width or the table changes
  useEffect(update, [width, columns]);
  return { ref: both, 'data-more': more, onScroll: update };
}
