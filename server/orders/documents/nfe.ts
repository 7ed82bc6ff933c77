import { type Centavos, fromDecimal } from '#contract/money.ts';
import type { NfeFault } from '#contract/orders/order.ts';

/** What we read of an authorised NF-e; its bytes stay as they are, the signature is over them. */
export type Nfe = {
  key: string;
  number: string;
  series: string;
  issuedAt: Date;
  total: Centavos;
  issuer: string;
  issuedBy: NfeParty;
  receiver: string;
  /** What the document as a whole has beside the price of its goods. */
  extras: NfeExtras;
  /** Numbers by which the seller's program says which sale it is for. */
  orderNumbers: string[];
  /** What is sold with it. */
  items: NfeItem[];
};

/** One line of an NF-e: the quantity as it is sold, and the same in units of the goods. */
export type NfeItem = {
  code: string;
  name: string;
  gtin: string;
  quantity: number;
  unitGtin: string;
  unitQuantity: number;
  total: Centavos;
  /** Its own share of them, where the document gives each line one. */
  extras: NfeExtras;
};

/** Freight, insurance and other costs come on top, the discount goes off. */
export type NfeExtras = { freight: Centavos; insurance: Centavos; other: Centavos; discount: Centavos };

/** Who issued it, as it says itself. */
export type NfeParty = {
  name: string;
  fantasyName: string;
  stateInscription: string;
  zip: string;
  state: string;
  city: string;
  neighborhood: string;
  street: string;
  number: string;
  complement: string;
};

const maxBytes = 1_048_576;

/** Modulo 11 over the first 43 characters, weights 2 to 9 from the right; a letter is worth its ASCII code less 48. */
export function keyCheckDigit(first43: string): number {
  const sum = [...first43]
    .toReversed()
    .reduce((total, character, index) => total + (character.charCodeAt(0) - 48) * (2 + (index % 8)), 0);
  const digit = 11 - (sum % 11);
  return digit > 9 ? 0 : digit;
}

export function isNfeKey(key: string): boolean {
  return /^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$/.test(key) && Number(key[43]) === keyCheckDigit(key.slice(0, 43));
}

/** The fields of an `nfeProc`, or the first thing wrong with it. DTD and entities are never looked at: they are refused. */
export async function readNfe(bytes: Buffer): Promise<Nfe | NfeFault> {
  if (bytes.length > maxBytes) return 'too_big';
  const xml = bytes.toString('utf8');
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return 'forbidden_entities';
  // Tags of an NF-e are short; one of 90,000 attributes keeps the parser busy for a second.
  if (/<[^<>]{4096}/.test(xml)) return 'not_xml';
  const root = await parseXml(xml);
  if (root === undefined) return 'not_xml';
  const info = at(root, 'nfeProc', 'NFe', 'infNFe');
  const protocol = at(root, 'nfeProc', 'protNFe', 'infProt');
  if (info === undefined || protocol === undefined) return 'not_nfe';
  const key = textAt(info, '@Id').replace(/^NFe/, '');
  if (!isNfeKey(key)) return 'key_invalid';
  if (textAt(protocol, 'chNFe') !== key) return 'key_mismatch';
  if (textAt(protocol, 'cStat') !== '100') return 'not_authorised';
  if (textAt(info, 'ide', 'mod') !== '55' || key.slice(20, 22) !== '55') return 'wrong_model';
  if (textAt(info, 'ide', 'tpAmb') !== '1' || textAt(protocol, 'tpAmb') === '2') return 'test_environment';
  return {
    key,
    number: textAt(info, 'ide', 'nNF'),
    series: textAt(info, 'ide', 'serie'),
    issuedAt: new Date(textAt(info, 'ide', 'dhEmi')),
    total: fromDecimal(Number(textAt(info, 'total', 'ICMSTot', 'vNF')) || 0),
    issuer: textAt(info, 'emit', 'CNPJ') || textAt(info, 'emit', 'CPF'),
    issuedBy: issuerOf(info),
    receiver: textAt(info, 'dest', 'CNPJ') || textAt(info, 'dest', 'CPF'),
    extras: extrasOf(at(info, 'total', 'ICMSTot')),
    orderNumbers: orderNumbersOf(info),
    items: itemsOf(info),
  };
}

function itemsOf(info: unknown): NfeItem[] {
  const gtinOf = (text: string) => (/^\d{8,14}$/.test(text) ? text : '');
  return [at(info, 'det') ?? []].flat().map((line) => {
    const text = (name: string) => textAt(line, 'prod', name);
    const quantity = Number(text('qCom')) || 0;
    return {
      code: text('cProd'),
      name: text('xProd'),
      gtin: gtinOf(text('cEAN')),
      quantity,
      unitGtin: gtinOf(text('cEANTrib')),
      unitQuantity: Number(text('qTrib')) || quantity,
      total: fromDecimal(Number(text('vProd')) || 0),
      extras: extrasOf(at(line, 'prod')),
    };
  });
}

function extrasOf(element: unknown): NfeExtras {
  const amount = (name: string) => fromDecimal(Number(textAt(element, name)) || 0);
  return {
    freight: amount('vFrete'),
    insurance: amount('vSeg'),
    other: amount('vOutro'),
    discount: amount('vDesc'),
  };
}

function issuerOf(info: unknown): NfeParty {
  const own = (name: string) => textAt(info, 'emit', name);
  const address = (name: string) => textAt(info, 'emit', 'enderEmit', name);
  return {
    name: own('xNome'),
    fantasyName: own('xFant'),
    stateInscription: own('IE'),
    zip: address('CEP'),
    state: address('UF'),
    city: address('xMun'),
    neighborhood: address('xBairro'),
    street: address('xLgr'),
    number: address('nro'),
    complement: address('xCpl'),
  };
}

/** The order's number stands in the purchase order's field of the document or of a line, or in the free text. */
function orderNumbersOf(info: unknown): string[] {
  const lines = [at(info, 'det')].flat();
  const texts = [
    textAt(info, 'compra', 'xPed'),
    textAt(info, 'infAdic', 'infCpl'),
    ...lines.map((line) => textAt(line, 'prod', 'xPed')),
  ];
  return [...new Set(texts.flatMap(numbersIn))];
}

/** A number of a sale, a pack or a parcel has more digits than a document's own. */
export const numbersIn = (text: string): string[] => text.match(/(?<!\d)\d{8,20}(?!\d)/g) ?? [];

/** Undefined where it is no XML, or one that the parser gives up on: too deep, or with names of its own language. */
async function parseXml(xml: string): Promise<unknown> {
  const { XMLParser, XMLValidator } = await import('fast-xml-parser');
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    removeNSPrefix: true,
  });
  try {
    return XMLValidator.validate(xml) === true ? parser.parse(xml) : undefined;
  } catch {
    return undefined;
  }
}

function at(value: unknown, ...path: string[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

function textAt(value: unknown, ...path: string[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found.trim() : '';
}
