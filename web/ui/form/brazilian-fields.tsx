import { formatDocument, formatZip } from '#contract/brazil.ts';
import { formatAmount, parseTypedMoney } from '#contract/money.ts';
import { useTranslation } from '../../i18n.ts';
import { printDecimal } from '../../quantity.ts';
import type { FieldProps } from '../bindings.ts';
import { TextualField } from './TextualField.tsx';

const parseCentavos = (text: string) => (text.trim() === '' ? null : (parseTypedMoney(text) ?? Number.NaN));
const printCentavos = (value: number | null) =>
  value === null || Number.isNaN(value) ? '' : formatAmount(value);

/** Centavos of BRL, typed as `1.234,56`; null if empty, NaN if it is not an amount. */
export function MoneyField(props: FieldProps<number | null>) {
  const { t } = useTranslation();
  return (
    <TextualField
      {...props}
      parse={parseCentavos}
      print={printCentavos}
      fault={(text) => (Number.isNaN(parseCentavos(text)) ? t('field.moneyUnclear') : undefined)}
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
    <TextualField
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
    <TextualField
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
    <TextualField
      {...props}
      parse={same}
      print={same}
      mask={maskPhone}
      inputMode="tel"
      maxLength={pasteLength}
    />
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
    <TextualField
      {...props}
      parse={same}
      print={same}
      mask={maskUuid}
      inputMode="text"
      maxLength={pasteLength}
    />
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
    <TextualField
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
  return (
    <TextualField {...props} parse={gtinDigits} print={same} inputMode="numeric" maxLength={pasteLength} />
  );
}
