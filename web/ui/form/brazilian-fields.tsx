import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { formatDocument, formatZip } from '#contract/brazil.ts';
import { formatAmount, parseMoney } from '#contract/money.ts';
import { printDecimal } from '../../quantity.ts';
import type { FieldProps } from '../bindings.ts';

type TextualProps<T> = FieldProps<T> & {
  parse: (text: string) => T | undefined;
  print: (value: T) => string;
  /** Formats while typing at the end, and after pasting; edits in the middle are left alone. */
  mask?: (text: string) => string;
  prefix?: string;
  suffix?: string;
  inputMode: 'decimal' | 'numeric' | 'tel' | 'text';
  align?: 'right';
  maxLength?: number;
};

/**
 * A free text that is formatted on blur. Invalid text stays visible and is submitted as NaN, so that the schema
 * refuses it instead of a silent correction.
 */
function Textual<T>({
  value,
  onChange,
  onBlur,
  parse,
  print,
  mask,
  prefix,
  suffix,
  align,
  ...rest
}: TextualProps<T>) {
  const [text, setText] = useState(() => print(value));
  const sent = useRef(value);
  useEffect(() => {
    if (Object.is(sent.current, value)) return;
    sent.current = value;
    setText(print(value));
  }, [value, print]);
  return (
    <TextInput
      {...rest}
      value={text}
      autoComplete="off"
      leftSection={prefix}
      rightSection={suffix}
      styles={align === 'right' ? { input: { textAlign: 'right' } } : undefined}
      onChange={(event) => {
        const { value: typed, selectionStart } = event.currentTarget;
        const added = typed.length > text.length && selectionStart === typed.length;
        const { inputType } = event.nativeEvent as InputEvent;
        const next = mask && (added || inputType === 'insertFromPaste') ? mask(typed) : typed;
        setText(next);
        const parsed = parse(next);
        if (parsed === undefined || Object.is(parsed, sent.current)) return;
        sent.current = parsed;
        onChange(parsed);
      }}
      onBlur={() => {
        const parsed = parse(text);
        if (parsed !== undefined && !Number.isNaN(parsed)) setText(print(parsed));
        onBlur?.();
      }}
    />
  );
}

const parseCentavos = (text: string) => (text.trim() === '' ? null : (parseMoney(text) ?? Number.NaN));
const printCentavos = (value: number | null) =>
  value === null || Number.isNaN(value) ? '' : formatAmount(value);

/** Centavos of BRL, typed as `1.234,56`; null if empty, NaN if it is not an amount. */
export function MoneyField(props: FieldProps<number | null>) {
  return (
    <Textual
      {...props}
      parse={parseCentavos}
      print={printCentavos}
      prefix="R$"
      inputMode="decimal"
      align="right"
    />
  );
}

function parsePercent(text: string): number | null {
  const bare = text.replace('%', '').trim();
  if (bare === '') return null;
  return /^-?\d{1,5}([.,]\d{1,2})?$/.test(bare)
    ? Math.round(Number(bare.replace(',', '.')) * 100)
    : Number.NaN;
}
const printPercent = (value: number | null) =>
  value === null || Number.isNaN(value) ? '' : printDecimal(value / 100, 2);

/** Basis points, typed as a percentage: `12,5` and `12.5` are 1250. */
export function PercentField(props: FieldProps<number | null>) {
  return (
    <Textual
      {...props}
      parse={parsePercent}
      print={printPercent}
      suffix="%"
      inputMode="decimal"
      align="right"
    />
  );
}

/** Longer than the value, because a browser would truncate a pasted text with its label or spaces. */
const pasteLength = 60;

const bareDocument = (text: string) =>
  text
    .replace(/^\s*(cpf|cnpj)[\s:]+/i, '')
    .replace(/[^0-9a-z]/gi, '')
    .toUpperCase()
    .slice(0, 14);

/** Fills the places of a pattern with the available characters. */
function fillPattern(pattern: string, signs: string): string {
  let used = 0;
  let filled = '';
  for (const place of pattern) {
    if (used === signs.length) break;
    filled += place === '#' ? signs[used++] : place;
  }
  return filled;
}

function maskDocument(text: string): string {
  const bare = bareDocument(text);
  return fillPattern(/^\d{0,11}$/.test(bare) ? '###.###.###-##' : '##.###.###/####-##', bare);
}

/** CPF or CNPJ, including the alphanumeric one; the value has no punctuation and is upper case. */
export function DocumentField(props: FieldProps<string>) {
  return (
    <Textual
      {...props}
      parse={bareDocument}
      print={formatDocument}
      mask={maskDocument}
      inputMode="text"
      maxLength={pasteLength}
    />
  );
}

/** With area code; foreign numbers (`+`) and those without one (`0800`) are kept as typed. */
function maskPhone(text: string): string {
  const bare = text.trim();
  if (/^[+0]/.test(bare)) return bare.slice(0, 20);
  const digits = text.replace(/\D/g, '').slice(0, 11);
  return fillPattern(digits.length > 10 ? '(##) #####-####' : '(##) ####-####', digits);
}

/** A formatted phone number: `(11) 91234-5678`. */
export function PhoneField(props: FieldProps<string>) {
  return (
    <Textual {...props} parse={same} print={same} mask={maskPhone} inputMode="tel" maxLength={pasteLength} />
  );
}

const maskUuid = (text: string) =>
  fillPattern(
    '########-####-####-####-############',
    text
      .toLowerCase()
      .replace(/[^0-9a-f]/g, '')
      .slice(0, 32),
  );

/** A random key in its five groups. */
export function UuidField(props: FieldProps<string>) {
  return (
    <Textual {...props} parse={same} print={same} mask={maskUuid} inputMode="text" maxLength={pasteLength} />
  );
}

const digits = (length: number) => (text: string) => text.replace(/\D/g, '').slice(0, length);
const zipDigits = digits(8);
const maskZip = (text: string) => fillPattern('#####-###', zipDigits(text));
const gtinDigits = digits(14);
const same = (value: string) => value;

/** CEP; `onComplete` is called once with each complete one, to look up the address. */
export function ZipField({
  onComplete,
  onChange,
  ...props
}: FieldProps<string> & { onComplete?: (zip: string) => void }) {
  return (
    <Textual
      {...props}
      parse={zipDigits}
      print={formatZip}
      mask={maskZip}
      inputMode="numeric"
      maxLength={pasteLength}
      onChange={(zip) => {
        onChange(zip);
        if (zip.length === 8) onComplete?.(zip);
      }}
    />
  );
}

/** GTIN-8, 12, 13 or 14; the schema checks the check digit. */
export function GtinField(props: FieldProps<string>) {
  return <Textual {...props} parse={gtinDigits} print={same} inputMode="numeric" maxLength={pasteLength} />;
}
