import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { loadSchemas } from '../../schemas.ts';
import { confirm } from '../dialog/confirm.ts';
import { lazyWithFallback } from '../lazy-with-fallback.tsx';
import { useMarkDirty } from './dirty.ts';
import classes from './Form.module.css';
import type { FormState } from './form-state.ts';

const ConflictDialog = lazyWithFallback(() => import('../dialog/ConflictDialog.tsx'));

// A form of any values: the frame reads their state and never their shape.
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

/** A form: submits, moves the focus to the first error, holds back who leaves without saving. */
export function Form({ form, children, gap = 'md', guard = true }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const orphans = useOrphanErrors(form);
  useLeaveGuard(guard && form.dirty);
  useEffect(() => {
    if (form.refusals === 0) return;
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]');
    (first ?? element.current?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
  }, [form.refusals]);
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.pending) void form.submit();
      }}
      // What checks the form is on its way by the time it is filled in.
      onInput={() => void loadSchemas()}
    >
      <Stack gap={gap}>
        {orphans.length > 0 && (
          <div className={classes.orphans} role="alert" tabIndex={-1}>
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

/** Messages of paths that no field of the screen shows; without this they would be lost. */
function useOrphanErrors(form: AnyForm): string[] {
  const [orphans, setOrphans] = useState<string[]>([]);
  const { errors, shownPaths } = form;
  useEffect(() => {
    const lost = Object.entries(errors).filter(([path, message]) => message && !shownPaths.has(path));
    setOrphans([...new Set(lost.map(([path, message]) => (path ? `${path}: ${message}` : message)))]);
  }, [errors, shownPaths]);
  return orphans;
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
        message: t('form.unsavedMessage'),
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

/** Save and discard, always in reach at the foot of a long form. */
export function FormBar({ form, label, size = 'sm', children }: FormBarProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.bar}>
      <Text size="sm" c={form.failure ? 'var(--easy-bad-text)' : 'dimmed'} aria-live="polite">
        {form.failure ?? (form.dirty ? t('form.dirty') : '')}
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

/** Fields side by side where there is room, one below the other on a phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
