import { type Centavos, toDecimalText } from '#contract/money.ts';
import { keyCheckDigit } from '#server/orders/documents/nfe.ts';

/** What a seller's billing program would know; for the demo and for tests. The XML carries no signature. */
export type SampleNfe = {
  /** Bare CNPJ of the issuer. */
  cnpj: string;
  number: number;
  issuedAt: Date;
  total: Centavos;
  product: string;
  quantity: number;
  /** Codes of the product, where the receiver has to find it by them. */
  code?: string;
  gtin?: string;
  /** Units in all, where what is sold is boxes of them. */
  units?: number;
  buyer: { document: string; name: string; zip: string };
  /** More lines, each with what it alone has. */
  more?: SampleLine[];
  /** Of the document as a whole. */
  extras?: SampleExtras;
  /** What differs from an authorised one, to be refused. */
  cStat?: string;
  tpAmb?: string;
};

/** Amounts in centavos by the names that the document has for them. */
export type SampleExtras = Partial<Record<'vFrete' | 'vSeg' | 'vOutro' | 'vDesc', Centavos>>;
export type SampleLine = {
  code: string;
  gtin?: string;
  product: string;
  quantity: number;
  units?: number;
  total: Centavos;
  extras?: SampleExtras;
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

function detOf({ code, gtin = 'SEM GTIN', product, quantity, units, total, extras }: SampleLine, at: number) {
  const goods =
    leaf('cProd', code) +
    leaf('cEAN', gtin) +
    leaf('xProd', product) +
    leaf('qCom', String(quantity)) +
    leaf('vProd', toDecimalText(total)) +
    leaf('cEANTrib', gtin) +
    leaf('qTrib', String(units ?? quantity)) +
    extrasOf(extras);
  return `<det nItem="${at + 1}">${tag('prod', goods)}</det>`;
}

/** An authorised `nfeProc` 4.00 with a valid key. */
export function sampleNfe(nfe: SampleNfe): Buffer {
  const key = sampleNfeKey(nfe.cnpj, nfe.number, nfe.issuedAt);
  const issued = `${nfe.issuedAt.toISOString().slice(0, 19)}+00:00`;
  const environment = leaf('tpAmb', nfe.tpAmb ?? '1');
  const total = toDecimalText(nfe.total);
  const document = leaf(nfe.buyer.document.length === 11 ? 'CPF' : 'CNPJ', nfe.buyer.document);
  const { product, quantity, gtin, units } = nfe;
  const lines = [
    { code: nfe.code ?? '1', gtin, product, quantity, units, total: nfe.total },
    ...(nfe.more ?? []),
  ];
  const goods = lines.reduce((sum, line) => sum + line.total, 0);
  const info =
    tag(
      'ide',
      leaf('natOp', 'Venda de mercadoria') +
        leaf('mod', '55') +
        leaf('serie', '1') +
        leaf('nNF', String(nfe.number)) +
        leaf('dhEmi', issued) +
        leaf('cDV', key.slice(43)) +
        environment,
    ) +
    tag('emit', leaf('CNPJ', nfe.cnpj) + leaf('xNome', 'Loja Exemplo Ltda') + issuerAddress) +
    tag('dest', document + leaf('xNome', nfe.buyer.name) + tag('enderDest', leaf('CEP', nfe.buyer.zip))) +
    lines.map(detOf).join('') +
    tag(
      'total',
      tag('ICMSTot', leaf('vProd', toDecimalText(goods)) + extrasOf(nfe.extras) + leaf('vNF', total)),
    );
  const protocol = tag(
    'infProt',
    environment + leaf('chNFe', key) + leaf('dhRecbto', issued) + leaf('cStat', nfe.cStat ?? '100'),
  );
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe Id="NFe${key}" versao="4.00">${info}</infNFe></NFe><protNFe versao="4.00">${protocol}</protNFe></nfeProc>`,
  );
}
