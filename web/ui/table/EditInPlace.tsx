import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import classes from './EditInPlace.module.css';

type EditInPlaceProps = {
  /** What the button does, e.g. 'Change the price of Mug'. */
  label: string;
  /** As it stands in the field. */
  text: string;
  /** Null: the text is none. */
  parse: (text: string) => number | null;
  /** Empty is a value of its own: none. */
  clearable?: boolean;
  /** True closes the field; refused, it stays with what was typed. */
  onSave: (value: number | null) => Promise<boolean>;
  children: ReactNode;
};

/** A value of a row that is changed where it stands: a click opens the field, Enter saves, Esc leaves it as it was. */
export function EditInPlace({ label, text, parse, clearable, onSave, children }: EditInPlaceProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(false);
  const { t } = useTranslation('fields');
  const errorId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setTyped(null);
    setWrong(false);
    requestAnimationFrame(() => button.current?.focus({ preventScroll: true }));
  };
  const save = async () => {
    if (typed === null || busy) return;
    if (typed.trim() === text) return close();
    const value = typed.trim() === '' && clearable ? null : parse(typed.trim());
    if (value === null && !(clearable && typed.trim() === '')) return setWrong(true);
    setBusy(true);
    const saved = await onSave(value);
    setBusy(false);
    if (saved) close();
  };
  // A row has keys of its own: what is typed here is not for it.
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') void save();
    if (event.key === 'Escape') close();
  };
  if (typed === null)
    return (
      <button
        ref={button}
        type="button"
        className={classes.shown}
        title={label}
        onClick={(event) => {
          event.stopPropagation();
          setTyped(text);
        }}
        onKeyDown={(event) => event.stopPropagation()}
      >
        <VisuallyHidden>{label}: </VisuallyHidden>
        {children}
      </button>
    );
  return (
    <span className={classes.place}>
      <input
        className={classes.field}
        aria-label={label}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? errorId : undefined}
        inputMode="decimal"
        value={typed}
        disabled={busy}
        // biome-ignore lint/a11y/noAutofocus: it was just asked for
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onClick={(event) => event.stopPropagation()}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
        onBlur={() => !busy && close()}
        onKeyDown={onKeyDown}
      />
      {wrong && (
        <span id={errorId} role="alert" className={classes.wrong}>
          {t('money_invalid')}
        </span>
      )}
    </span>
  );
}
