import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import classes from './EditInPlace.module.css';

type EditInPlaceProps = {
  /** Label of the button, e.g. 'Change the price of Mug'. */
  label: string;
  /** As shown in the field. */
  text: string;
  /** Null if the text is not a value. */
  parse: (text: string) => number | null;
  /** An empty field means no value. */
  clearable?: boolean;
  /** True closes the field; after a refusal it stays with the typed text. */
  onSave: (value: number | null) => Promise<boolean>;
  children: ReactNode;
};

/** A value of a row that is edited in place: a click opens the field, Enter saves, Escape cancels. */
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
  // Stops the row's shortcuts while typing.
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
