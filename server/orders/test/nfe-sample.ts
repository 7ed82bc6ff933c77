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
  /** What differs from an authorised one, to be refused. */
  cStat?: string;
  tpAmb?: string;
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

/** An authorised `nfeProc` 4.00 with a valid key. */
export function sampleNfe(nfe: SampleNfe): Buffer {
  const key = sampleNfeKey(nfe.cnpj, nfe.number, nfe.issuedAt);
  const issued = `${nfe.issuedAt.toISOString().slice(0, 19)}+00:00`;
  const environment = leaf('tpAmb', nfe.tpAmb ?? '1');
  const total = toDecimalText(nfe.total);
  const document = leaf(nfe.buyer.document.length === 11 ? 'CPF' : 'CNPJ', nfe.buyer.document);
  const codes = leaf('cProd', nfe.code ?? '1') + leaf('cEAN', nfe.gtin ?? 'SEM GTIN');
  const units = leaf('cEANTrib', nfe.gtin ?? 'SEM GTIN') + leaf('qTrib', String(nfe.units ?? nfe.quantity));
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
    tag('emit', leaf('CNPJ', nfe.cnpj) + leaf('xNome', 'Loja Exemplo Ltda')) +
    tag('dest', document + leaf('xNome', nfe.buyer.name) + tag('enderDest', leaf('CEP', nfe.buyer.zip))) +
    `<det nItem="1">${tag('prod', codes + leaf('xProd', nfe.product) + leaf('qCom', String(nfe.quantity)) + leaf('vProd', total) + units)}</det>` +
    tag('total', tag('ICMSTot', leaf('vProd', total) + leaf('vNF', total)));
  const protocol = tag(
    'infProt',
    environment + leaf('chNFe', key) + leaf('dhRecbto', issued) + leaf('cStat', nfe.cStat ?? '100'),
  );
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe Id="NFe${key}" versao="4.00">${info}</infNFe></NFe><protNFe versao="4.00">${protocol}</protNFe></nfeProc>`,
  );
}
