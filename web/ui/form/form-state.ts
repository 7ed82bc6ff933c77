import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AnyEndpoint, ResponseOf } from '#contract/endpoint.ts';
import { showFailure, useAct } from '../../acts.ts';
import { type AnyInput, type CallInput, Failure, unanswered } from '../../api.ts';
import { failureText } from '../../failure-text.ts';
import type { Binding } from '../bindings.ts';
import { bodySchema } from './body-schema.ts';
import { draftKey } from './drafts.ts';
import { type FlatErrors, flattenErrors, issuesToErrors } from './field-errors.ts';
import type { Path, PathValue } from './form-paths.ts';
import { readPath, useFormValues, type Values } from './form-values.ts';
import { useDraft } from './use-draft.ts';

type FormOptions<V extends Values, E extends AnyEndpoint> = {
  endpoint: E;
  /** Distinguishes the drafts of several forms of one endpoint on one screen. */
  draft?: string;
  /** Initial values; a refreshed record replaces them while nothing was changed. */
  initial: V;
  /** Version of the record of `initial`. */
  version?: number;
  /** Maps values to the call; its body is checked by the endpoint's schema before it is sent. */
  send: (values: V, version: number | undefined) => CallInput<E>;
  /** Checks of the screen alone (a repeated password): path → message. */
  check?: (values: V) => FlatErrors;
  onSaved?: (response: ResponseOf<E>, values: V) => void;
  /** Return true if the failure is handled. */
  onFailure?: (failure: Failure) => boolean | undefined;
  success?: string | false;
  /** Maps paths of errors in the body to paths of the form. */
  mapError?: (path: string) => string;
  /** Reads the record again after a concurrent change, to show both versions. */
  conflict?: {
    load: () => Promise<{ values: V; version: number }>;
  };
};

export type Conflict<V> = { mine: V; theirs: V; version: number };

export type FormState<V extends Values> = {
  values: V;
  initial: V;
  errors: FlatErrors;
  dirty: boolean;
  pending: boolean;
  /** Why the last submit failed without a field error; kept until the next one. */
  failure: string | null;
  /** Number of refused submits, so that the form focuses the first error each time. */
  refusals: number;
  shownPaths: Set<string>;
  field: <P extends Path<V>>(path: P) => Binding<PathValue<V, P>>;
  /** The message of a path without a field of its own, which the caller shows. */
  errorOf: (path: string) => string | undefined;
  set: <P extends Path<V>>(path: P, value: PathValue<V, P>) => void;
  /** A value that follows from others, not from a person: a form that nobody has touched stays untouched. */
  derive: <P extends Path<V>>(path: P, value: PathValue<V, P>) => void;
  setValues: (values: V) => void;
  setErrors: (errors: FlatErrors) => void;
  add: (path: Path<V>, item: unknown) => void;
  remove: (path: Path<V>, index: number) => void;
  move: (path: Path<V>, from: number, to: number) => void;
  submit: () => Promise<boolean>;
  /** Restores the loaded values. */
  discard: () => void;
  conflict: Conflict<V> | null;
  keepMine: () => Promise<boolean>;
  takeTheirs: () => void;
};

/** Temporary ids are ignored: an empty line that each render creates must not reset the form. */
const withoutTempIds = (key: string, value: unknown) => (key === 'tempId' ? undefined : value);

/**
 * A form on one endpoint: the endpoint's schema checks it before sending, and errors of the response are shown at the
 * same fields.
 */
export function useForm<V extends Values, E extends AnyEndpoint>(options: FormOptions<V, E>): FormState<V> {
  const form = useFormValues(options.initial);
  const latest = useRef(options);
  latest.current = options;
  const version = useRef(options.version);
  const shownPaths = useMemo(() => new Set<string>(), []);
  const [refusals, setRefusals] = useState(0);
  const [conflict, setConflict] = useState<Conflict<V> | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { dirty } = form;
  const values = form.values as V;

  const came = JSON.stringify(options.initial, withoutTempIds);
  const known = useRef(came);
  useEffect(() => {
    // A record refreshed in the background replaces the values only without unsaved changes.
    if (known.current === came || dirty) return;
    known.current = came;
    version.current = latest.current.version;
    form.start(latest.current.initial);
  });

  const sent = () => paramsOf(options.send(options.initial, options.version));
  useDraft(() => draftKey(options.endpoint, sent, options.draft), {
    values,
    initial: options.initial,
    dirty,
    version: () => version.current,
    restore: (draft) => {
      version.current = draft.version ?? version.current;
      form.replace(draft.values);
    },
  });

  const formPath = (path: string) => latest.current.mapError?.(path) ?? path;
  const refuse = (errors: FlatErrors) => {
    form.setErrors(errors);
    setRefusals((count) => count + 1);
    return false;
  };

  const act = useAct(options.endpoint, {
    inline: true,
    success: options.success,
    onFailure: (failure, input) => {
      if (options.onFailure?.(failure)) return true;
      if (failure.problem.code === 'stale_version' && options.conflict) {
        void compare(options.conflict);
        return true;
      }
      if (failure.fieldErrors)
        refuse(flattenErrors(failure.fieldErrors, form.current(), (input as AnyInput).body, formPath));
      else setFailure(wordsOf(options.endpoint, failure));
      return undefined;
    },
  });

  const tell = (error: unknown) => {
    const { endpoint } = latest.current;
    const failure = error instanceof Failure ? error : unanswered(error);
    setFailure(wordsOf(endpoint, failure));
    showFailure(endpoint, failure);
  };

  const compare = async ({ load }: NonNullable<typeof options.conflict>) => {
    try {
      const current = await load();
      setConflict({ mine: form.current() as V, theirs: current.values, version: current.version });
    } catch (error) {
      tell(error);
    }
  };

  const checking = useRef(false);
  const hasSchema = useRef(false);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    void bodySchema(options.endpoint).then(() => {
      hasSchema.current = true;
    });
  }, [options.endpoint]);

  const submit = async () => {
    if (checking.current) return false;
    const { endpoint, send, check, onSaved } = latest.current;
    setFailure(null);
    const now = form.current() as V;
    const input = send(now, version.current);
    checking.current = true;
    if (!hasSchema.current) setWaiting(true);
    const issues = await issuesOf(endpoint, input, now, formPath).finally(() => {
      checking.current = false;
      setWaiting(false);
    });
    const found = { ...check?.(now), ...issues };
    if (Object.keys(found).length > 0) return refuse(found);
    form.setErrors({});
    const outcome = await act.run(input);
    if (!outcome.ok) return false;
    // Rendered before any navigation, otherwise the guard of unsaved changes would ask.
    flushSync(form.keep);
    version.current = versionOf(outcome.response) ?? version.current;
    onSaved?.(outcome.response, now);
    return true;
  };

  return {
    values,
    initial: options.initial,
    errors: form.errors,
    dirty,
    pending: act.pending || isWaiting,
    failure,
    refusals,
    shownPaths,
    field: (path) => {
      shownPaths.add(path);
      return {
        name: path,
        value: readPath(form.values, path),
        error: form.errors[path],
        onChange: (value: unknown) => form.change(path, () => value),
      } as Binding<PathValue<V, typeof path>>;
    },
    errorOf: (path) => {
      shownPaths.add(path);
      return form.errors[path];
    },
    set: (path, value) => form.change(path, () => value),
    derive: form.derive,
    setValues: (next) => form.replace(next),
    setErrors: (errors) => void refuse(errors),
    add: (path, item) => form.change(path, (items) => [...listOf(items), item]),
    remove: (path, index) =>
      form.change(path, (items) => listOf(items).filter((_, place) => place !== index)),
    move: (path, from, to) => form.change(path, (items) => moved(listOf(items), from, to)),
    submit,
    discard: () => {
      setFailure(null);
      form.start(latest.current.initial);
    },
    conflict,
    keepMine: () => {
      version.current = conflict?.version;
      setConflict(null);
      return submit();
    },
    takeTheirs: () => {
      if (!conflict) return;
      version.current = conflict.version;
      form.start(conflict.theirs);
      setConflict(null);
    },
  };
}

function wordsOf(endpoint: AnyEndpoint, failure: Failure): string {
  const { title, reason } = failureText(endpoint, failure);
  return `${title} ${reason}`;
}

async function issuesOf(
  endpoint: AnyEndpoint,
  input: { body?: unknown },
  values: Values,
  formPath: (path: string) => string,
): Promise<FlatErrors> {
  const schema = await bodySchema(endpoint);
  const { error } = schema?.safeParse(input.body, { reportInput: true }) ?? {};
  return error ? issuesToErrors(error.issues, values, formPath) : {};
}

const paramsOf = (input: { params?: unknown }) => input.params ?? null;

function versionOf(response: unknown): number | undefined {
  const found =
    typeof response === 'object' && response !== null && 'version' in response ? response.version : undefined;
  return typeof found === 'number' ? found : undefined;
}

const listOf = (items: unknown): unknown[] => (Array.isArray(items) ? items : []);

function moved(items: unknown[], from: number, to: number): unknown[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), items[from], ...rest.slice(to)];
}
