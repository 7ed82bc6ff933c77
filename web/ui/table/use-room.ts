import { type RefCallback, useCallback, useState } from 'react';

/** Pixels inside an element, known before it is first painted; 0 where nothing is laid out. */
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
