import { useParams, useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import type { Href } from '../../paths.ts';

/** Navigates to a screen; `replace` adds no history entry. */
export function useGo(): (to: Href, options?: { replace?: boolean }) => void {
  const { history } = useRouter();
  return (to, options) => (options?.replace ? history.replace(to) : history.push(to));
}

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  to: Href;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link inside the product. New tabs, copied addresses and keyboards work as with any anchor. */
export function Link({ to, onClick, ref, ...rest }: LinkProps) {
  const router = useRouter();
  const warm = () => void router.preloadRoute({ to: to.split('?')[0] ?? to }).catch(() => undefined);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !plain || rest.target === '_blank') return;
    event.preventDefault();
    router.history.push(to);
  };
  return <a {...rest} ref={ref} href={to} onClick={follow} onPointerEnter={warm} onFocus={warm} />;
}

/** A parameter of the current path. */
export function useParam(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  return params[name] ?? '';
}

/** The numeric `{id}` of the current path; NaN without one, which every endpoint answers with 404. */
export function useIdParam(name = 'id'): number {
  return Number(useParam(name));
}
