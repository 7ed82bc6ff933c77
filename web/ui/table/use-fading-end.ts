import { useElementSize } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** What a table in a narrow place is put into: `data-more` while there are columns to its right that nobody has seen. */
export function useFadingEnd(columns: number) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [more, setMore] = useState(false);
  const look = () => {
    const { scrollLeft, clientWidth, scrollWidth } = ref.current ?? document.body;
    setMore(scrollLeft + clientWidth < scrollWidth - 1);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: again where there is other room or another table for it
  useEffect(look, [width, columns]);
  return { ref, 'data-more': more, onScroll: look };
}
