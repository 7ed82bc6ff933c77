import { useParams, useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import type { Href } from '../../paths.ts';

/** Goes to a path built by `paths`; `replace` leaves no step behind. */
export function useGo(): (to: Href, options?: { replace?: boolean }) => void {
  const { history } = useRouter();
  return (to, options) => (options?.replace ? history.replace(to) : history.push(to));
}

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  to: Href;
  ref?: Ref<HTMLAnchorElement>;
};

/** An anchor inside the product. New tabs, copies of the address and keyboards work as with any anchor. */
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

/** A parameter of the current screen's path. */
export function useParam(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  return params[name] ?? '';
}

/** The numeric `{id}` of the current screen; NaN where the path carries none, which every endpoint answers with 404. */
export function useIdParam(name = 'id'): number {
  return Number(useParam(name));
}
