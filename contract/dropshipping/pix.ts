import { formatDocument, isCnpj, isCpf } from '../brazil.ts';
import type { Centavos } from '../money.ts';
import { toDecimalText } from '../money.ts';

export const pixKeyTypes = ['document', 'phone', 'email', 'random'] as const;
export type PixKeyType = (typeof pixKeyTypes)[number];

/** The key in the format of the payment system; null if it is not a key. */
export function normalizePixKey(type: PixKeyType, text: string): string | null {
  const value = text.trim();
  switch (type) {
    case 'document': {
      const bare = value.replace(/[.\-/\s]/g, '').toUpperCase();
      return isCpf(bare) || isCnpj(bare) ? bare : null;
    }
    case 'phone': {
      const digits = value.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '');
      return /^[1-9]\d9?\d{8}$/.test(digits) ? `+55${digits}` : null;
    }
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && value.length <= 77 ? value.toLowerCase() : null;
    case 'random':
      return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) ? value.toLowerCase() : null;
  }
}

/** A stored key in its readable format; the payment system gets the plain one. */
export function formatPixKey(key: string): string {
  const phone = /^\+55(\d{2})(\d{4,5})(\d{4})$/.exec(key);
  if (phone) return `+55 (${phone[1]}) ${phone[2]}-${phone[3]}`;
  return isCpf(key) || isCnpj(key) ? formatDocument(key) : key;
}

/** CRC-16/CCITT-FALSE as four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index) << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** ASCII, upper case, cut: bytes and characters are then the same count. */
function plain(text: string, max: number): string {
  return text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)
    .trim();
}

export type PixCharge = {
  key: string;
  name: string;
  city: string;
  amount: Centavos;
  /** Up to 25 letters and digits; identifies the charge on the bank statement. */
  txid: string;
};

/** Names the invoices of a charge on the bank statement; of more than fit, the first and how many besides. */
export function txidOf(numbers: readonly number[]): string {
  const [first = 0, ...others] = numbers.toSorted((one, other) => one - other);
  const all = `FAT${[first, ...others].join('E')}`;
  return all.length <= 25 ? all : `FAT${first}MAIS${others.length}`;
}

/** Static BR Code of an exact amount (BCB, Manual de Padrões para Iniciação do Pix). */
export function pixCode(charge: PixCharge): string {
  if (!/^[A-Za-z0-9]{1,25}$/.test(charge.txid)) throw new Error('txid');
  const account = field('00', 'br.gov.bcb.pix') + field('01', charge.key);
  const body = [
    field('00', '01'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    field('54', toDecimalText(charge.amount)),
    field('58', 'BR'),
    field('59', plain(charge.name, 25) || 'RECEBEDOR'),
    field('60', plain(charge.city, 15) || 'BRASIL'),
    field('62', field('05', charge.txid)),
    '6304',
  ].join('');
  return body + crc16(body);
}

export type PixFields = {
  /** Of a static code. */
  key: string;
  /** The address of the charge of a dynamic code, which has no key. */
  url: string | null;
  name: string;
  city: string;
  /** As written; null if the payer enters it. */
  amount: string | null;
  /** `***` if the payer's bank creates one. */
  txid: string;
};

/** Why a text is no Pix code that money can be sent by. */
export type PixCodeFault = 'no_code' | 'damaged' | 'other_arrangement';

/**
 * Reads the Pix code of any issuer: static or dynamic, with accents counted as characters or as bytes, a checksum in lower
 * case, line breaks from copying, templates that are of no use here. A checksum that does not hold is refused, as the central
 * bank asks (bacen/pix-api#444).
 */
export function parsePixCode(text: string): PixFields | PixCodeFault {
  const code = text.replace(/[\r\n\t\u200B\uFEFF]/g, '').trim();
  if (!/^0002\d\d/.test(code)) return 'no_code';
  if (!holdsChecksum(code)) return 'damaged';
  const fields = splitEither(code);
  if (!fields) return 'damaged';
  const accounts = [...fields].flatMap(([id, value]) =>
    /^(2[6-9]|[34]\d|5[01])$/.test(id) ? [split(value)] : [],
  );
  const account = accounts.find((found) => found?.get('00')?.toLowerCase() === 'br.gov.bcb.pix');
  const [key, url] = [account?.get('01') ?? '', account?.get('25') ?? null];
  if (!account || (key === '' && url === null) || fields.get('53') !== '986') return 'other_arrangement';
  const amount = fields.get('54') ?? null;
  return {
    ...{ key, url, name: fields.get('59') ?? '', city: fields.get('60') ?? '' },
    // Some issuers write 0 if the payer enters the amount.
    amount: amount === null || Number(amount) === 0 ? null : amount,
    txid: splitEither(fields.get('62') ?? '')?.get('05') ?? '',
  };
}

/** Parses a code; null if it is damaged, foreign or not Pix. */
export function readPixCode(code: string): PixFields | null {
  const read = parsePixCode(code);
  return typeof read === 'string' ? null : read;
}

/** The recipient in a pasted static code; null if the text is no code. */
export function keyOfPixCode(
  text: string,
): { type: PixKeyType; fields: PixFields } | PixCodeFault | 'dynamic' {
  const fields = parsePixCode(text);
  if (typeof fields === 'string') return fields;
  if (fields.key === '') return 'dynamic';
  const type = pixKeyTypes.find((candidate) => normalizePixKey(candidate, fields.key) !== null);
  return type ? { type, fields } : 'damaged';
}

/** The checksum is of the bytes; issuers that write accents compute it over characters as well. */
function holdsChecksum(code: string): boolean {
  const body = code.slice(0, -4);
  const written = code.slice(-4).toUpperCase();
  if (!body.endsWith('6304')) return false;
  return [body, asBytes(body)].some((text) => crc16(text) === written);
}

/** UTF-8 as one character a byte, by which lengths may be counted. */
const asBytes = (text: string) =>
  encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

const fromBytes = (text: string) =>
  decodeURIComponent(
    [...text].map((sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  );

function splitEither(text: string): Map<string, string> | null {
  const counted = split(text);
  if (counted) return counted;
  const bytes = split(asBytes(text));
  return bytes && new Map([...bytes].map(([id, value]) => [id, fromBytes(value)]));
}

function split(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const id = text.slice(at, at + 2);
    const length = text.slice(at + 2, at + 4);
    const value = text.slice(at + 4, at + 4 + Number(length));
    if (!/^\d\d$/.test(id) || !/^\d\d$/.test(length) || value.length !== Number(length)) return null;
    fields.set(id, value);
    at += 4 + Number(length);
  }
  return fields;
}
