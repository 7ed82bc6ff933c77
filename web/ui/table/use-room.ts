import { type RefCallback, useCallback, useState } from 'react';

/** Inner width of an element in pixels, known before its first paint; 0 without layout. */
export function useRoom(): { ref: RefCallback<HTMLElement>; room: number } {
  const [room, setRoom] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => setRoom(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, room };
}
