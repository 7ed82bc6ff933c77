import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  IconBarcode,
  IconCheck,
  IconInfoCircle,
  IconKeyboard,
  IconKeyboardOff,
  IconVolume,
  IconVolumeOff,
  IconX,
} from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type Affixes, codesOf, readScan, type Scanned } from '#contract/inventory/scanned-code.ts';
import { groupSeparator } from '#contract/inventory/scanner-signs.ts';
import { Failure } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';
import { i18n, useTranslation } from '../../i18n.ts';
import { Unbroken } from '../page/Unbroken.tsx';
import { typeInto } from '../typed-ahead.ts';
import { useAffixes } from './affixes.ts';
import { takeEarlyCodes } from './early-codes.ts';
import { echoes, isGroupSeparator, switches, typingField } from './keys.ts';
import { type Answer, awaitAnswer, forgetAnswer, leaveAnswer } from './left-answer.ts';
import { codeOverNumber, isNumberField } from './number-fields.ts';
import { codeOverQuestion } from './question.ts';
import classes from './Scan.module.css';
import { type Stroke, useTaker } from './scanner.ts';
import { play, type Sound } from './sounds.ts';

/** Result of a scan: sound, colour and a short text; `about` is the state to which the scan itself led. */
export type ScanOutcome = { tone: Sound; message?: string; about?: string };

export type OnScan = (code: string, scanned: Scanned) => Promise<ScanOutcome> | ScanOutcome;

type ScanProps = {
  /**
   * Called once per code, in order; the next code is accepted while this one is in progress. `scanned` has lot and
   * expiry, if the code contains them.
   */
  onScan: OnScan;
  label?: string;
  /** The state that codes refer to: a message about another state is cleared, a code being typed is kept. */
  about?: string;
  /** Shown without an answer: progress, or what to do. */
  hint?: string;
  /** The hint says that the work is done. */
  settled?: boolean;
  /** Disables the field, e.g. for the red page of a canceled sale; waiting codes are refused. */
  disabled?: boolean;
};

const toneIcons = {
  ready: IconBarcode,
  good: IconCheck,
  done: IconCheck,
  attention: IconInfoCircle,
  bad: IconX,
} as const;

/** The scan field of the bench: a scanner types into it, Enter or Tab ends a code, and the focus always returns. */
export function Scan({ onScan, label, about = '', hint, settled = false, disabled = false }: ScanProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [keyboard, setKeyboard] = useLocalStorage({ key: 'easy.scan.keyboard', defaultValue: false });
  const [sound, setSound] = useLocalStorage({ key: 'easy.scan.sound', defaultValue: true });
  const [affixes] = useAffixes();
  const queue = useScanQueue({ onScan, sound, about, disabled, affixes });
  const { waiting, take, refuse } = queue;
  const outcome = useIsLate(waiting, queue.outcome?.count) ? null : queue.outcome;
  const [isEcho] = useState(echoes);
  const { focused, inNumber } = useKeptFocus(input, disabled);
  useStrokes({ input, disabled, take, refuse });

  useEffect(() => {
    const { codes, begun } = takeEarlyCodes();
    codes.forEach(take);
    if (input.current) typeInto(input.current, begun);
  }, [take]);

  const end = () => {
    // The element's own value, because a fast scanner sends Enter before React has rendered the last characters.
    const code = (input.current?.value ?? text).trim();
    setText('');
    if (code && !isEcho(code)) take(code);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isGroupSeparator(event)) {
      event.preventDefault();
      setText(`${input.current?.value ?? text}${groupSeparator}`);
      return;
    }
    if (event.key !== 'Enter' && !(event.key === 'Tab' && text.trim() && !event.shiftKey)) return;
    event.preventDefault();
    end();
  };
  /** A pasted line is a complete code; a single-line input would join several of them. */
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (!/[\r\n\t]/.test(pasted.trimStart())) return;
    event.preventDefault();
    for (const code of codesOf(`${input.current?.value ?? text}${pasted}`)) take(code);
    setText('');
  };
  const tone = outcome?.tone ?? (settled ? 'done' : 'ready');
  const Icon = toneIcons[tone];
  return (
    <div className={classes.scan} data-tone={tone} data-flash={outcome?.count}>
      <div className={classes.line}>
        <TextInput
          ref={input}
          className={classes.field}
          size="floor"
          label={label ?? t('scan.label')}
          leftSection={<Icon size={26} aria-hidden />}
          leftSectionWidth={56}
          value={text}
          disabled={disabled}
          inputMode={keyboard ? 'text' : 'none'}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="send"
          data-scan
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <Toggle
          on={keyboard}
          set={setKeyboard}
          icons={[IconKeyboardOff, IconKeyboard]}
          labels={[t('scan.keyboardOff'), t('scan.keyboardOn')]}
        />
        <Toggle
          on={sound}
          set={setSound}
          icons={[IconVolume, IconVolumeOff]}
          labels={[t('scan.soundOff'), t('scan.soundOn')]}
        />
      </div>
      <output className={classes.outcome} aria-live="assertive">
        <Unbroken text={outcome?.message ?? hint ?? t('scan.ready')} />
      </output>
      <div className={classes.below}>
        {waiting > 0 ? (
          <span className={classes.waiting}>{t('scan.waiting', { count: waiting })}</span>
        ) : focused || disabled ? (
          outcome && t('scan.read', { code: outcome.code })
        ) : (
          t(inNumber ? 'scan.inNumber' : 'scan.away')
        )}
      </div>
    </div>
  );
}

const lateMs = 600;

/** A code without an answer: clears colour and text of the former one. */
function useIsLate(waiting: number, answers = 0): boolean {
  const [lateAfter, setLateAfter] = useState<number | null>(null);
  useEffect(() => {
    if (waiting === 0) return setLateAfter(null);
    const timer = setTimeout(() => setLateAfter(answers), lateMs);
    return () => clearTimeout(timer);
  }, [waiting, answers]);
  return waiting > 0 && lateAfter === answers;
}

type ToggleProps = {
  on: boolean;
  set: (on: boolean) => void;
  icons: [typeof IconVolume, typeof IconVolume];
  labels: [string, string];
};

function Toggle({ on, set, icons: [On, Off], labels }: ToggleProps) {
  const label = on ? labels[0] : labels[1];
  return (
    <Tooltip label={label}>
      <ActionIcon size="floor" variant="default" aria-label={label} onClick={() => set(!on)}>
        {on ? <On size={24} aria-hidden /> : <Off size={24} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

type Queue = Required<Pick<ScanProps, 'onScan' | 'about' | 'disabled'>> & {
  sound: boolean;
  affixes: Affixes;
};

/** Processes codes one after the other, in the order of their scans. */
function useScanQueue(queue: Queue) {
  const [outcome, setOutcome] = useState<Answer | null>(null);
  const [waiting, setWaiting] = useState(0);
  const latest = useRef(queue);
  latest.current = queue;
  const tail = useRef<Promise<unknown>>(Promise.resolve());
  const isHere = useRef(true);
  const onRendered = useRef<(() => void) | null>(null);
  const goOn = useCallback(() => {
    onRendered.current?.();
    onRendered.current = null;
  }, []);
  useEffect(goOn);
  const { about } = queue;
  useEffect(() => {
    isHere.current = true;
    const stop = awaitAnswer((answer) => {
      if (answer.about !== about) return false;
      setOutcome(answer);
      return true;
    });
    return () => {
      isHere.current = false;
      goOn();
      stop();
    };
  }, [about, goOn]);
  const take = useCallback((text: string) => {
    forgetAnswer();
    const scanned = readScan(text, latest.current.affixes);
    const { code } = scanned;
    const work = async () => {
      const { about } = latest.current;
      const next = await answerTo(latest.current, scanned);
      setWaiting((count) => count - 1);
      // A red code is reported at the state that the reader sees now, with its sound.
      const answer = { about: next.tone === 'bad' ? latest.current.about : about, ...next, code };
      if (latest.current.sound) play(next.tone);
      if (!isHere.current) return leaveAnswer({ ...answer, count: 1 });
      setOutcome((former) => ({ ...answer, count: (former?.count ?? 0) + 1 }));
      // The next code means what the screen asks for after this one, such as the location of the volume just taken.
      await new Promise<void>((rendered) => {
        onRendered.current = rendered;
      });
    };
    setWaiting((count) => count + 1);
    tail.current = tail.current.then(work, work);
  }, []);
  const refuse = useCallback((code: string) => {
    const { about, sound } = latest.current;
    const message = i18n.t('ui:scan.overDialog');
    setOutcome((former) => ({ tone: 'bad', message, about, code, count: (former?.count ?? 0) + 1 }));
    if (sound) play('bad');
  }, []);
  return { outcome: outcome?.about === queue.about ? outcome : null, waiting, take, refuse };
}

/** Always reports a result: operators look at the goods, not at the screen. */
async function answerTo({ onScan, disabled }: Queue, scanned: Scanned): Promise<ScanOutcome> {
  // Scanned before the field was closed, so it would be taken for something else.
  if (disabled) return { tone: 'bad', message: i18n.t('ui:scan.refused') };
  try {
    return await onScan(scanned.code, scanned);
  } catch (error) {
    if (error instanceof Failure) return { tone: 'bad', message: reasonOf(error) };
    reportError(error);
    return { tone: 'bad', message: i18n.t('ui:failure.title') };
  }
}

const elsewhere = `:is(${typingField}):not(${switches}), [role="menu"] *`;

/** An open dialog has precedence even before it has the focus. */
const isAsked = () => document.querySelector('[role="dialog"]') !== null;

function isBusyElsewhere(field: HTMLInputElement | null): boolean {
  const active = document.activeElement;
  return active !== field && (isAsked() || active?.matches(elsewhere) === true);
}

type Strokes = {
  input: React.RefObject<HTMLInputElement | null>;
  disabled: boolean;
  take: (code: string) => void;
  refuse: (code: string) => void;
};

/** Keys typed anywhere go to the field, unless another field has the focus; a code over a dialog is refused. */
function useStrokes({ input, disabled, take, refuse }: Strokes): void {
  const onStroke = (stroke: Stroke) => {
    const field = input.current;
    const active = document.activeElement;
    if (isAsked() && !active?.matches(typingField)) {
      const code = codeOverQuestion(stroke);
      if (code !== null) refuse(code);
    } else if (isNumberField(active) && !isAsked()) {
      const code = codeOverNumber(stroke, active, field);
      if (code !== null) take(code);
    } else if (stroke.sign !== null && active !== field && !isBusyElsewhere(field)) field?.focus();
    return true;
  };
  useTaker('screen', onStroke, !disabled);
}

/** Whether the focus is in the field, or in a number field, from which codes are redirected. */
type Attention = { focused: boolean; inNumber: boolean };

/** The focus returns to the field, unless another field or a dialog has it. */
function useKeptFocus(input: React.RefObject<HTMLInputElement | null>, disabled: boolean): Attention {
  const [attention, setAttention] = useState<Attention>({ focused: true, inNumber: false });
  useEffect(() => {
    if (disabled) return;
    const field = input.current;
    field?.focus();
    const checkFocus = () => {
      const active = document.activeElement;
      setAttention({ focused: active === field, inNumber: isNumberField(active) && !isAsked() });
    };
    const back = () =>
      setTimeout(() => {
        if (document.hasFocus() && !isBusyElsewhere(field)) field?.focus();
        checkFocus();
      }, 0);
    // A dialog disappears without an event, or returns the focus to the button that opened it.
    let dialog = false;
    const dialogs = new MutationObserver(() => {
      const before = dialog;
      dialog = isAsked();
      if (before && !dialog) back();
    });
    dialogs.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', checkFocus);
    document.addEventListener('focusout', checkFocus);
    document.addEventListener('click', back);
    window.addEventListener('focus', back);
    return () => {
      dialogs.disconnect();
      document.removeEventListener('focusin', checkFocus);
      document.removeEventListener('focusout', checkFocus);
      document.removeEventListener('click', back);
      window.removeEventListener('focus', back);
    };
  }, [input, disabled]);
  return attention;
}
