import { XMLParser } from 'fast-xml-parser';
import { fieldsOf, isFields } from '../reading.ts';

/** The parts of an authorized NF-e that the marketplace checks. */
export type ReadInvoice = {
  key: string;
  version: string;
  model: string;
  series: string;
  number: string;
  environment: string;
  issuedAt: Date;
  status: string;
  amount: number;
  issuer: string;
  issuerState: string;
  receiverCpf: string | null;
  receiverCnpj: string | null;
  receiverZip: string | null;
};

const MAX_BYTES = 1024 * 1024;
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
});

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const textOrNull = (value: unknown): string | null => text(value) || null;

/** Modulo 11 over the first 43 characters, weights 2 to 9 from the right; a letter is worth its ASCII code less 48. */
export const checkDigitOf = (first43: string): number => {
  const sum = [...first43]
    .toReversed()
    .reduce((total, character, index) => total + (character.charCodeAt(0) - 48) * (2 + (index % 8)), 0);
  const digit = 11 - (sum % 11);
  return digit > 9 ? 0 : digit;
};

const isKey = (key: string): boolean =>
  /^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$/.test(key) && Number(key[43]) === checkDigitOf(key.slice(0, 43));

/** Null when the bytes are no `nfeProc` at all. */
export const readInvoice = (bytes: Buffer): ReadInvoice | null => {
  const xml = bytes.toString('utf8');
  if (bytes.length > MAX_BYTES || /<!(DOCTYPE|ENTITY)/i.test(xml)) return null;
  let root: unknown;
  try {
    root = parser.parse(xml, true);
  } catch {
    return null;
  }
  const process = fieldsOf(fieldsOf(root).nfeProc);
  const info = fieldsOf(fieldsOf(process.NFe).infNFe);
  const protocol = fieldsOf(fieldsOf(process.protNFe).infProt);
  const key = text(info['@Id']).replace(/^NFe/, '');
  if (!isFields(process.NFe) || !isKey(key) || text(protocol.chNFe) !== key) return null;
  const ide = fieldsOf(info.ide);
  const issuedAt = new Date(text(ide.dhEmi));
  if (Number.isNaN(issuedAt.getTime())) return null;
  const issuer = fieldsOf(info.emit);
  const receiver = fieldsOf(info.dest);
  return {
    key,
    version: text(process['@versao']) || text(info['@versao']),
    model: text(ide.mod),
    series: text(ide.serie),
    number: text(ide.nNF),
    environment: text(ide.tpAmb),
    issuedAt,
    status: text(protocol.cStat),
    amount: Number(text(fieldsOf(fieldsOf(info.total).ICMSTot).vNF)) || 0,
    issuer: text(issuer.CNPJ) || text(issuer.CPF),
    issuerState: text(fieldsOf(issuer.enderEmit).UF),
    receiverCpf: textOrNull(receiver.CPF),
    receiverCnpj: textOrNull(receiver.CNPJ),
    receiverZip: textOrNull(fieldsOf(receiver.enderDest).CEP),
  };
};
