import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import {
  type ClipboardEventHandler,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { currentConnection } from '../../connection.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../dialog/confirm.ts';
import { lazyWithFallback } from '../lazy-with-fallback.tsx';
import { useMarkDirty } from './dirty.ts';
import classes from './Form.module.css';
import type { FormState } from './form-state.ts';

const ConflictDialog = lazyWithFallback(() => import('../dialog/ConflictDialog.tsx'));

// A form of any values: only their state is read here.
type AnyForm = Pick<
  FormState<Record<string, unknown>>,
  | 'errors'
  | 'dirty'
  | 'pending'
  | 'refusals'
  | 'shownPaths'
  | 'submit'
  | 'discard'
  | 'conflict'
  | 'keepMine'
  | 'takeTheirs'
>;

type FormProps = {
  form: AnyForm;
  children: ReactNode;
  gap?: 'sm' | 'md' /** Off for sign-in and its like, where leaving loses nothing. */;
  guard?: boolean;
};

/** A form: submits, focuses the first error, and asks before leaving with unsaved changes. */
export function Form({ form, children, gap = 'md', guard = true }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const orphans = useOrphanErrors(form);
  useLeaveGuard(guard && form.dirty);
  useFocusOnRefusal(element, form.refusals, orphans);
  useFocusAfterSending(element, form.pending);
  return (
    <form
      ref={element}
      noValidate
      onKeyDown={keepOpenListFromSubmitting}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes the event of a form in a dialog on to the form that opened the dialog.
        event.stopPropagation();
        if (!form.pending) void form.submit();
      }}
    >
      <Stack gap={gap}>
        {orphans.length > 0 && (
          <div className={classes.orphans} role="alert" data-invalid="true" tabIndex={-1}>
            {orphans.map((message) => (
              <div key={message}>{message}</div>
            ))}
          </div>
        )}
        {children}
      </Stack>
      {form.conflict && (
        <ConflictDialog
          conflict={form.conflict}
          form={element.current}
          keepMine={form.keepMine}
          takeTheirs={form.takeTheirs}
        />
      )}
    </form>
  );
}

/** Enter in a field with an open list chooses from it, or does nothing while nothing is found yet. */
function keepOpenListFromSubmitting(event: KeyboardEvent<HTMLFormElement>) {
  const field = event.target;
  if (event.key === 'Enter' && field instanceof HTMLInputElement && 'expanded' in field.dataset)
    event.preventDefault();
}

/** Messages of paths without a visible field, which would otherwise be lost. */
function useOrphanErrors(form: AnyForm): string[] {
  const lost = useHiddenErrors(form);
  return [...new Set(lost.map(([path, message]) => (path ? `${path}: ${message}` : message)))];
}

/** Errors of paths without a visible field. */
export function useHiddenErrors({ errors, shownPaths }: Pick<AnyForm, 'errors' | 'shownPaths'>) {
  const [hidden, setHidden] = useState<[path: string, message: string][]>([]);
  useEffect(() => {
    setHidden(
      Object.entries(errors).flatMap(([path, message]) =>
        message && !shownPaths.has(path) ? [[path, message]] : [],
      ),
    );
  }, [errors, shownPaths]);
  return hidden;
}

const wrong = '[aria-invalid="true"], [data-invalid="true"]';

/**
 * Focuses the first error after each refusal; messages without a field are rendered one pass later than those of
 * fields.
 */
function useFocusOnRefusal(
  element: RefObject<HTMLFormElement | null>,
  refusals: number,
  orphans: readonly string[],
): void {
  const answered = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for again when messages without a field have come
  useEffect(() => {
    if (refusals === answered.current) return;
    const first = element.current?.querySelector<HTMLElement>(wrong);
    if (!first) return;
    answered.current = refusals;
    first.focus();
    // Also if it had the focus already, so that its message is not covered by the bar.
    first.scrollIntoView({ block: 'nearest' });
  }, [refusals, orphans]);
}

/** A disabled button loses the focus while its form is submitted; the focus returns with the response. */
function useFocusAfterSending(element: RefObject<HTMLFormElement | null>, pending: boolean): void {
  const sender = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    if (pending) {
      const submit = element.current?.querySelector<HTMLElement>('button[type="submit"]');
      sender.current = activeElement === body || activeElement === submit ? (submit ?? null) : null;
      return;
    }
    if (activeElement === body && sender.current?.isConnected) sender.current.focus({ preventScroll: true });
    sender.current = null;
  }, [element, pending]);
}

function useLeaveGuard(dirty: boolean): void {
  const { t } = useTranslation();
  const now = useRef(dirty);
  now.current = dirty;
  useMarkDirty(dirty);
  useBlocker({
    enableBeforeUnload: () => now.current,
    shouldBlockFn: async ({ current, next }) => {
      if (!now.current || current.pathname === next.pathname) return false;
      const leave = await confirm({
        title: t('form.unsavedTitle'),
        message: t(currentConnection() === 'online' ? 'form.unsavedMessage' : 'form.unsavedOffline'),
        confirm: t('form.leave'),
        cancel: t('form.stay'),
        tone: 'bad',
      });
      return !leave;
    },
  });
}

type FormBarProps = {
  form: AnyForm & Pick<FormState<Record<string, unknown>>, 'failure'>;
  label?: string;
  size?: 'sm' | 'floor';
  children?: ReactNode;
};

/** Save and discard, always visible at the foot of a long form. */
export function FormBar({ form, label, size = 'sm', children }: FormBarProps) {
  const { t } = useTranslation();
  const count = Object.values(form.errors).filter(Boolean).length;
  const amiss = form.failure ?? (count > 0 && t('form.refused', { count }));
  return (
    <div className={classes.bar}>
      <Text size="sm" c={amiss ? 'var(--easy-bad-text)' : 'dimmed'} aria-live="polite">
        {amiss || (form.dirty ? t('form.dirty') : '')}
      </Text>
      <Group gap="xs">
        {children}
        {form.dirty && (
          <Button variant="subtle" color="gray" size={size} onClick={form.discard} disabled={form.pending}>
            {t('form.discard')}
          </Button>
        )}
        <Button
          type="submit"
          size={size}
          loading={form.pending}
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
        >
          {label ?? t('act.save')}
        </Button>
      </Group>
    </div>
  );
}

/** Fields side by side, or one below the other on a phone. */
export function FieldRow({ children, onPaste }: { children: ReactNode; onPaste?: ClipboardEventHandler }) {
  return (
    <div className={classes.row} onPaste={onPaste}>
      {children}
    </div>
  );
}
