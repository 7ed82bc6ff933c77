import { useCallback, useRef, useState } from 'react';
import { fingerprint } from '../../fingerprint.ts';
import type { FlatErrors } from './field-errors.ts';

export type Values = Record<string, unknown>;
type Update = (former: unknown) => unknown;

/** State of a form: values, initial values, and an error per path. */
export function useFormValues(initial: Values) {
  const [values, render] = useState(initial);
  const [errors, setErrors] = useState<FlatErrors>({});
  const now = useRef(values);
  const saved = useRef(initial);

  const replace = useCallback((next: Values) => {
    now.current = next;
    render(next);
  }, []);
  const change = useCallback(
    (path: string, update: Update) => {
      const before = now.current;
      replace(writePath(before, path.split('.'), update) as Values);
      const next = now.current;
      // Removing an item changes the index of those after it.
      const isShorter = countOf(readPath(next, path)) < countOf(readPath(before, path));
      const stands = (inner: string) =>
        !isShorter && fingerprint(readPath(before, inner)) === fingerprint(readPath(next, inner));
      // Clears the error of the field; errors inside it are kept until they change.
      setErrors((former) => {
        const kept = Object.entries(former).filter(
          ([key]) => key !== path && (!key.startsWith(`${path}.`) || stands(key)),
        );
        return kept.length === Object.keys(former).length ? former : Object.fromEntries(kept);
      });
    },
    [replace],
  );
  const derive = useCallback(
    (path: string, value: unknown) => {
      const isUntouched = fingerprint(now.current) === fingerprint(saved.current);
      change(path, () => value);
      if (isUntouched) saved.current = now.current;
    },
    [change],
  );
  const start = useCallback(
    (next: Values) => {
      saved.current = next;
      replace(next);
      setErrors({});
    },
    [replace],
  );
  return {
    values,
    errors,
    setErrors,
    dirty: fingerprint(values) !== fingerprint(saved.current),
    current: () => now.current,
    replace,
    change,
    derive,
    start,
    /** The current values are the saved ones. */
    keep: () => {
      saved.current = now.current;
      render({ ...now.current });
    },
  };
}

export function readPath(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isBranch(at) ? at[key] : undefined), values);
}

const countOf = (value: unknown) => (Array.isArray(value) ? value.length : 0);

function writePath(at: unknown, [key = '', ...rest]: string[], update: Update): unknown {
  const copy: Values | unknown[] = Array.isArray(at) ? [...at] : isBranch(at) ? { ...at } : {};
  const former = (copy as Values)[key];
  (copy as Values)[key] = rest.length > 0 ? writePath(former, rest, update) : update(former);
  return copy;
}

function isBranch(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}
