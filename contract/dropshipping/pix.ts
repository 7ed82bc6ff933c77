import type { Centavos } from '../money.ts';
import { toDecimalText } from '../money.ts';
import { formatDocument, isCnpj, isCpf } from '../primitives.ts';

export const pixKeyTypes = ['document', 'phone', 'email', 'random'] as const;
export type PixKeyType = (typeof pixKeyTypes)[number];

/** The key as the payment system wants it; null where it is not one. */
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

/** A stored key as people read it; what the payment system is given stays bare. */
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

export type PixFields = { key: string; name: string; city: string; amount: string | null; txid: string };

/** Reads a BR Code back; null where it is damaged, foreign or not PIX. */
export function readPixCode(code: string): PixFields | null {
  if (code.length < 8 || code.slice(-8, -4) !== '6304' || crc16(code.slice(0, -4)) !== code.slice(-4))
    return null;
  const fields = split(code);
  const account = fields && split(fields.get('26') ?? '');
  const extra = fields && split(fields.get('62') ?? '');
  if (!fields || !account || !extra) return null;
  if (account.get('00')?.toLowerCase() !== 'br.gov.bcb.pix' || fields.get('53') !== '986') return null;
  return {
    key: account.get('01') ?? '',
    name: fields.get('59') ?? '',
    city: fields.get('60') ?? '',
    amount: fields.get('54') ?? null,
    txid: extra.get('05') ?? '',
  };
}

function split(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4));
    const value = text.slice(at + 4, at + 4 + length);
    if (!Number.isInteger(length) || value.length !== length) return null;
    fields.set(text.slice(at, at + 2), value);
    at += 4 + length;
  }
  return fields;
}
