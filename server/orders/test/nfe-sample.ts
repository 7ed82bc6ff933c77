import { type Centavos, sumMoney, toDecimalText } from '#contract/money.ts';
import { keyCheckDigit } from '#server/outside/nfe/nfe.ts';

/** The facts that a seller's billing program has, for the demo and for tests. The XML has no signature. */
export type SampleNfe = {
  /** CNPJ of the issuer without punctuation. */
  cnpj: string;
  number: number;
  issuedAt: Date;
  total: Centavos;
  product: string;
  quantity: number | string;
  /** Codes of the product by which the receiver finds it. */
  code?: string;
  gtin?: string;
  /** Units in total, if boxes of them are sold. */
  units?: number | string;
  buyer: { document: string; name: string; zip: string };
  /** More lines, each with its own facts. */
  more?: SampleLine[];
  /** Of the whole document. */
  extras?: SampleExtras;
  unit?: string;
  /** Lots of the first line. */
  lots?: { code: string; quantity: number; expiresOn: string }[];
  /** Taxes of the first line that are charged on top. */
  taxes?: SampleTaxes;
  /** The total of the document, if it differs from the sum of its lines. */
  stated?: { goods?: Centavos; total?: Centavos };
  /** `finNFe` and `tpNF`: 1 and 1 by default. */
  purpose?: string;
  direction?: string;
  /** The cancellation event in the same file: `cStat` of its registration. */
  cancelEvent?: string;
  issuer?: string;
  /** The difference from an authorized document, to be refused. */
  cStat?: string;
  tpAmb?: string;
};

/** Amounts in centavos by their names in the document. */
export type SampleExtras = Partial<Record<'vFrete' | 'vSeg' | 'vOutro' | 'vDesc', Centavos>>;
/** By their names in a line. */
export type SampleTaxes = Partial<Record<'vIPI' | 'vICMSST' | 'vFCPST', Centavos>>;
export type SampleLine = {
  code: string;
  gtin?: string;
  product: string;
  quantity: number | string;
  unit?: string;
  units?: number | string;
  total: Centavos;
  extras?: SampleExtras;
  taxes?: SampleTaxes;
  lots?: SampleNfe['lots'];
};

const tag = (name: string, content: string) => `<${name}>${content}</${name}>`;
const leaf = (name: string, text: string) =>
  tag(name, text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));

export function sampleNfeKey(cnpj: string, number: number, issuedAt: Date): string {
  const iso = issuedAt.toISOString();
  const digits = String(number).padStart(9, '0');
  const first43 = `35${iso.slice(2, 4)}${iso.slice(5, 7)}${cnpj}55001${digits}1${digits.slice(-8)}`;
  return `${first43}${keyCheckDigit(first43)}`;
}

const issuerAddress = tag(
  'enderEmit',
  leaf('xLgr', 'Rua XV de Novembro') +
    leaf('nro', '100') +
    leaf('xBairro', 'Centro') +
    leaf('xMun', 'Blumenau') +
    leaf('UF', 'SC') +
    leaf('CEP', '89010000'),
);

const extrasOf = (extras: SampleExtras = {}) =>
  Object.entries(extras)
    .map(([name, amount]) => leaf(name, toDecimalText(amount)))
    .join('');

const lotOf = ({ code, quantity, expiresOn }: NonNullable<SampleNfe['lots']>[number]) =>
  tag(
    'rastro',
    leaf('nLote', code) +
      leaf('qLote', quantity.toFixed(3)) +
      leaf('dFab', '2026-01-02') +
      leaf('dVal', expiresOn),
  );

function taxesOf({ vIPI, vICMSST, vFCPST }: SampleTaxes): string {
  const amount = (name: string, centavos: Centavos | undefined) =>
    centavos === undefined ? '' : leaf(name, toDecimalText(centavos));
  const icms = tag(
    'ICMS',
    tag('ICMS10', leaf('CST', '10') + amount('vICMSST', vICMSST) + amount('vFCPST', vFCPST)),
  );
  return tag('imposto', icms + tag('IPI', tag('IPITrib', leaf('CST', '50') + amount('vIPI', vIPI))));
}

function detOf(line: SampleLine, at: number) {
  const { code, gtin = 'SEM GTIN', product, quantity, units, total, extras, lots = [], taxes = {} } = line;
  const unit = line.unit ?? (units === undefined || units === quantity ? 'UN' : 'CX');
  const goods =
    leaf('cProd', code) +
    leaf('cEAN', gtin) +
    leaf('xProd', product) +
    leaf('uCom', unit) +
    leaf('qCom', String(quantity)) +
    leaf('vProd', toDecimalText(total)) +
    leaf('cEANTrib', gtin) +
    leaf('uTrib', units === undefined ? unit : 'UN') +
    leaf('qTrib', String(units ?? quantity)) +
    extrasOf(extras) +
    lots.map(lotOf).join('');
  return `<det nItem="${at + 1}">${tag('prod', goods)}${taxesOf(taxes)}</det>`;
}

const sumOf = (lines: readonly SampleLine[], tax: keyof SampleTaxes) =>
  sumMoney(lines.map((line) => line.taxes?.[tax] ?? 0));

/** Programs add the cancellation of a note to its own file. */
const eventOf = (key: string, cStat: string | undefined) =>
  cStat === undefined
    ? ''
    : tag(
        'retEvento',
        tag('infEvento', leaf('cStat', cStat) + leaf('chNFe', key) + leaf('tpEvento', '110111')),
      );

/** An authorized `nfeProc` 4.00 with a valid key. */
export function sampleNfe(nfe: SampleNfe): Buffer {
  const key = sampleNfeKey(nfe.cnpj, nfe.number, nfe.issuedAt);
  const issued = `${nfe.issuedAt.toISOString().slice(0, 19)}+00:00`;
  const environment = leaf('tpAmb', nfe.tpAmb ?? '1');
  const document = leaf(nfe.buyer.document.length === 11 ? 'CPF' : 'CNPJ', nfe.buyer.document);
  const { product, quantity, gtin, units, unit, lots, taxes } = nfe;
  const lines = [
    { code: nfe.code ?? '1', gtin, product, quantity, units, unit, lots, taxes, total: nfe.total },
    ...(nfe.more ?? []),
  ];
  const goods = sumMoney(lines.map((line) => line.total));
  const charged = sumMoney(lines.flatMap((line) => Object.values(line.taxes ?? {})));
  const { vDesc = 0, ...charges } = nfe.extras ?? {};
  const total = goods + charged + sumMoney(Object.values(charges)) - vDesc;
  const info =
    tag(
      'ide',
      leaf('natOp', 'Venda de mercadoria') +
        leaf('mod', '55') +
        leaf('serie', '1') +
        leaf('nNF', String(nfe.number)) +
        leaf('dhEmi', issued) +
        leaf('tpNF', nfe.direction ?? '1') +
        leaf('cDV', key.slice(43)) +
        environment +
        leaf('finNFe', nfe.purpose ?? '1'),
    ) +
    tag('emit', leaf('CNPJ', nfe.cnpj) + leaf('xNome', nfe.issuer ?? 'Loja Exemplo Ltda') + issuerAddress) +
    tag('dest', document + leaf('xNome', nfe.buyer.name) + tag('enderDest', leaf('CEP', nfe.buyer.zip))) +
    lines.map(detOf).join('') +
    tag(
      'total',
      tag(
        'ICMSTot',
        leaf('vST', toDecimalText(sumOf(lines, 'vICMSST'))) +
          leaf('vFCPST', toDecimalText(sumOf(lines, 'vFCPST'))) +
          leaf('vProd', toDecimalText(nfe.stated?.goods ?? goods)) +
          extrasOf(nfe.extras) +
          leaf('vIPI', toDecimalText(sumOf(lines, 'vIPI'))) +
          leaf('vNF', toDecimalText(nfe.stated?.total ?? total)),
      ),
    );
  const protocol = tag(
    'infProt',
    environment + leaf('chNFe', key) + leaf('dhRecbto', issued) + leaf('cStat', nfe.cStat ?? '100'),
  );
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe Id="NFe${key}" versao="4.00">${info}</infNFe></NFe><protNFe versao="4.00">${protocol}</protNFe>${eventOf(key, nfe.cancelEvent)}</nfeProc>`,
  );
}
