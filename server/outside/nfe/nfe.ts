import { normalGtin } from '#contract/codes.ts';
import { type Centavos, fromDecimal, sumMoney } from '#contract/money.ts';
import type { NfeFault } from '#contract/orders/order.ts';
import { expiryOf, lotsOfText, type NfeLot } from './nfe-lots.ts';
import { decodeEntities, decodeXml, escapeSections } from './xml-text.ts';

/** The parsed fields of an authorized NF-e; its signed bytes are stored unchanged. */
export type Nfe = {
  key: string;
  number: string;
  series: string;
  issuedAt: Date;
  total: Centavos;
  issuer: string;
  issuedBy: NfeParty;
  receiver: string;
  /** 1 is an ordinary note, 2 a supplement, 3 an adjustment, 4 a return (`finNFe`); empty if it is missing. */
  purpose: string;
  /** 0: goods enter at the issuer; 1: goods leave (`tpNF`). */
  direction: string;
  /** The document's total of goods and services. */
  goodsTotal: Centavos;
  /** The document's charges and deductions besides the price of its goods. */
  extras: NfeExtras;
  /** Numbers of the sale that the seller's program may have written. */
  orderNumbers: string[];
  /** The lines of goods. */
  items: NfeItem[];
};

/** One line of an NF-e: the sold quantity, and the same in taxable units. */
export type NfeItem = {
  code: string;
  name: string;
  gtin: string;
  /** The unit of the quantity: `UN`, `CX`, `KG`. */
  unit: string;
  /** Including its fraction; null if missing or 0. */
  quantity: number | null;
  unitGtin: string;
  taxUnit: string;
  unitQuantity: number | null;
  total: Centavos;
  /** Its price is part of the price of the goods (`indTot`). */
  counts: boolean;
  /** Its own share of them, if the document gives each line one. */
  extras: NfeExtras;
  /** Lots that the document names (`rastro`, else the text of the line), with their units. */
  lots: NfeLot[];
};

/** Freight, insurance, other costs and added taxes (IPI, ICMS-ST, FCP-ST), and the discount to subtract. */
export type NfeExtras = {
  freight: Centavos;
  insurance: Centavos;
  other: Centavos;
  taxes: Centavos;
  discount: Centavos;
  /** Relieved ICMS; a flag per line says whether it is subtracted, which older documents lack. */
  relief: Centavos;
};

/** The issuer as written in the document. */
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

/** Status codes of an authorized document: in time, and late. */
const authorised = ['100', '150'];
const cancelled = ['101', '151', '155'];

/** The fields of an `nfeProc`, or its first error. A DTD or declared entity is refused before parsing. */
export async function readNfe(bytes: Buffer): Promise<Nfe | NfeFault> {
  if (bytes.length > maxBytes) return 'too_big';
  const xml = decodeXml(bytes);
  if (xml === undefined) return 'encoding';
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return 'forbidden_entities';
  // Tags of an NF-e are short; one of 90,000 attributes keeps the parser busy for a second.
  if (/<[^<>]{4096}/.test(xml)) return 'not_xml';
  const root = await parseXml(xml);
  if (root === undefined) return 'not_xml';
  const notes = elementsNamed(root, 'infNFe');
  const [info] = notes;
  if (info === undefined) return withoutNote(root);
  if (new Set(notes.map(keyOf)).size > 1) return 'several_notes';
  return faultOf(root, info) ?? nfeOf(info);
}

/** Other documents of the tax office: freight documents (CT-e, MDF-e) and the declaration of contents. */
const otherDocuments = [
  'infCte',
  'infMDFe',
  'infDCe',
  'cteProc',
  'CTe',
  'mdfeProc',
  'MDFe',
  'dceProc',
  'DCe',
];
/** Documents about a note: events such as a letter of correction, and summaries for its receiver. */
const besideNotes = ['infEvento', 'resNFe', 'resEvento', 'infInut'];

function withoutNote(root: unknown): NfeFault {
  const holds = (names: readonly string[]) => names.some((name) => elementsNamed(root, name).length > 0);
  if (holds(besideNotes)) return 'no_note';
  return holds(otherDocuments) ? 'wrong_model' : 'not_nfe';
}

function faultOf(root: unknown, info: unknown): NfeFault | undefined {
  const key = keyOf(info);
  if (!isNfeKey(key)) return 'key_invalid';
  if (textAt(info, 'ide', 'mod') !== '55' || key.slice(20, 22) !== '55') return 'wrong_model';
  const protocols = elementsNamed(root, 'infProt');
  const protocol = protocols.find((one) => textAt(one, 'chNFe') === key) ?? protocols[0];
  if (hasCancelEvent(root, key)) return 'canceled';
  if (protocol === undefined) return 'no_protocol';
  if (textAt(protocol, 'chNFe') !== key) return 'key_mismatch';
  const status = textAt(protocol, 'cStat');
  if (cancelled.includes(status)) return 'canceled';
  if (!authorised.includes(status)) return 'not_authorised';
  if (textAt(info, 'ide', 'tpAmb') !== '1' || textAt(protocol, 'tpAmb') === '2') return 'test_environment';
  return Number.isNaN(issuedAt(info).getTime()) ? 'not_nfe' : undefined;
}

const keyOf = (info: unknown) => textAt(info, '@Id').replace(/^NFe/, '');
const issuedAt = (info: unknown) => new Date(textAt(info, 'ide', 'dhEmi'));

function nfeOf(info: unknown): Nfe {
  const totals = at(info, 'total', 'ICMSTot');
  return {
    key: keyOf(info),
    number: textAt(info, 'ide', 'nNF'),
    series: textAt(info, 'ide', 'serie'),
    issuedAt: issuedAt(info),
    total: amountOf(textAt(totals, 'vNF')),
    issuer: textAt(info, 'emit', 'CNPJ') || textAt(info, 'emit', 'CPF'),
    issuedBy: issuerOf(info),
    receiver: textAt(info, 'dest', 'CNPJ') || textAt(info, 'dest', 'CPF'),
    purpose: textAt(info, 'ide', 'finNFe'),
    direction: textAt(info, 'ide', 'tpNF'),
    goodsTotal: amountOf(textAt(totals, 'vProd')) + amountOf(textAt(info, 'total', 'ISSQNtot', 'vServ')),
    extras: extrasOf(totals, taxesOfTotal(totals), amountOf(textAt(totals, 'vICMSDeson'))),
    orderNumbers: orderNumbersOf(info),
    items: itemsOf(info),
  };
}

/** Registered, whether or not it was linked, and registered late. */
const registered = ['135', '136', '155'];
const cancelEvents = ['110111', '110112'];

/** Programs keep the event that canceled a note in the same file, beside it or inside it. */
function hasCancelEvent(root: unknown, key: string): boolean {
  const events = elementsNamed(root, 'infEvento').filter((event) =>
    ['', key].includes(textAt(event, 'chNFe')),
  );
  const isCancel = (event: unknown) => cancelEvents.includes(textAt(event, 'tpEvento'));
  const asked = events.some(isCancel);
  return events.some(
    (event) =>
      registered.includes(textAt(event, 'cStat')) &&
      (textAt(event, 'tpEvento') === '' ? asked : isCancel(event)),
  );
}

function itemsOf(info: unknown): NfeItem[] {
  return listAt(info, 'det').map((line) => {
    const text = (name: string) => textAt(line, 'prod', name);
    return {
      code: text('cProd'),
      name: text('xProd'),
      gtin: normalGtin(text('cEAN')) ?? '',
      unit: text('uCom'),
      quantity: quantityOf(text('qCom')),
      unitGtin: normalGtin(text('cEANTrib')) ?? '',
      taxUnit: text('uTrib'),
      unitQuantity: quantityOf(text('qTrib')),
      total: amountOf(text('vProd')),
      counts: text('indTot') !== '0',
      extras: extrasOf(at(line, 'prod'), taxesOfLine(line), reliefOfLine(line)),
      lots: lotsOf(line),
    };
  });
}

/**
 * `rastro`, which some issuers misplace, and `med` of earlier layouts; otherwise lots named in the free text of the
 * line.
 */
function lotsOf(line: unknown): NfeLot[] {
  const elements = [
    ...listAt(line, 'prod', 'rastro'),
    ...listAt(line, 'rastro'),
    ...listAt(line, 'prod', 'med'),
  ];
  const lots = elements
    .map((lot) => ({
      code: textAt(lot, 'nLote'),
      quantity: quantityOf(textAt(lot, 'qLote')),
      expiresOn: expiryOf(textAt(lot, 'dVal')) ?? '',
    }))
    .filter(({ code }) => code !== '');
  return lots.length > 0 ? lots : lotsOfText(textAt(line, 'infAdProd'));
}

function extrasOf(element: unknown, taxes: Centavos, relief: Centavos): NfeExtras {
  const amount = (name: string) => amountOf(textAt(element, name));
  return {
    freight: amount('vFrete'),
    insurance: amount('vSeg'),
    other: amount('vOutro'),
    taxes,
    discount: amount('vDesc'),
    relief,
  };
}

/** The terms that the formula of `vNF` adds to the price of the goods (rule W16-10 of the layout). */
const taxesOfTotal = (totals: unknown) =>
  sumMoney(
    ['vST', 'vFCPST', 'vICMSMonoReten', 'vII', 'vIPI', 'vIPIDevol'].map((name) =>
      amountOf(textAt(totals, name)),
    ),
  );

function taxesOfLine(line: unknown): Centavos {
  const icms = icmsOf(line);
  const summed = (name: string) => {
    const tax = at(line, 'imposto', name);
    const flag = name === 'PISST' ? 'indSomaPISST' : 'indSomaCOFINSST';
    return textAt(tax, flag) === '1' ? amountOf(textAt(tax, name === 'PISST' ? 'vPIS' : 'vCOFINS')) : 0;
  };
  return sumMoney([
    ...['vICMSST', 'vFCPST', 'vICMSMonoReten'].map((name) => amountOf(textAt(icms, name))),
    amountOf(textAt(line, 'imposto', 'IPI', 'IPITrib', 'vIPI')),
    amountOf(textAt(line, 'imposto', 'II', 'vII')),
    amountOf(textAt(line, 'impostoDevol', 'IPI', 'vIPIDevol')),
    summed('PISST'),
    summed('COFINSST'),
  ]);
}

/** Only amounts that the line marks as deducted from the total (`indDeduzDeson`). */
function reliefOfLine(line: unknown): Centavos {
  const icms = icmsOf(line);
  return textAt(icms, 'indDeduzDeson') === '1' ? amountOf(textAt(icms, 'vICMSDeson')) : 0;
}

/** The one element in `ICMS`, whose name is the taxation: `ICMS00`, `ICMS70`, `ICMSSN202`. */
function icmsOf(line: unknown): unknown {
  const icms = at(line, 'imposto', 'ICMS');
  return typeof icms === 'object' && icms !== null ? Object.values(icms)[0] : undefined;
}

/** The centavos of a decimal text; 0 if absent, NaN if invalid, which every rule refuses. */
function amountOf(text: string): Centavos {
  if (text === '') return 0;
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? fromDecimal(Number(text)) : Number.NaN;
}

function quantityOf(text: string): number | null {
  if (!/^-?\d{1,15}(\.\d{1,10})?$/.test(text)) return null;
  return Number(text) === 0 ? null : Number(text);
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

/** The order's number is in the purchase order's field of the document or of a line, or in the free text. */
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

/** Undefined if it is not XML, or if the parser refuses it: too deep, or with reserved names. */
async function parseXml(xml: string): Promise<unknown> {
  const plain = escapeSections(xml);
  if (plain === undefined || /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/.test(plain))
    return undefined;
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
    return XMLValidator.validate(plain) === true ? parser.parse(plain) : undefined;
  } catch {
    return undefined;
  }
}

/** Every element of a name, at any depth: programs wrap a note with its events, with other notes, or in a batch. */
function elementsNamed(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === name ? [inner].flat() : []),
    ...elementsNamed(inner, name),
  ]);
}

function at(value: unknown, ...path: string[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

/** One element or several of the same name. */
const listAt = (value: unknown, ...path: string[]): unknown[] => [at(value, ...path) ?? []].flat();

function textAt(value: unknown, ...path: string[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? decodeEntities(found).trim() : '';
}
