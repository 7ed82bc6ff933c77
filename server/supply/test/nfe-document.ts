import { keyCheckDigit } from '#server/outside/nfe/nfe.ts';

/** A document in the layout of SEFAZ, its groups in the order of the layout. */
export type NfeDocument = {
  /** The content of each `det`, as `<prod>…</prod><imposto>…</imposto>`. */
  lines: string[];
  /** What `ICMSTot` has other than 0.00, by name. */
  totals: Record<string, string>;
  /** Behind `ICMSTot`: `ISSQNtot`, `IBSCBSTot`, `vNFTot`. */
  moreTotals?: string;
  /** What `ide` has other than an ordinary sale. */
  ide?: Record<string, string>;
  issuer?: string;
  model?: string;
  number?: number;
  /** `cStat` of the protocol; null: there is no protocol. */
  status?: string | null;
};

export const issuerCnpj = '04218736000191';
export const buyerCnpj = '27365918000190';

const totalNames =
  'vBC vICMS vICMSDeson vFCP vBCST vST vFCPST vFCPSTRet vProd vFrete vSeg vDesc vII vIPI vIPIDevol vPIS vCOFINS vOutro vNF';
const namespace = 'xmlns="http://www.portalfiscal.inf.br/nfe"';

export function keyOf({ issuer = issuerCnpj, model = '55', number = 4821, ide }: NfeDocument): string {
  const digits = String(number).padStart(9, '0');
  const first43 = `352611${issuer}${model}001${digits}${ide?.tpEmis ?? '1'}73910482`;
  return `${first43}${keyCheckDigit(first43)}`;
}

const leaves = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');

/** The element `NFe`, without a protocol around it. */
export function nfeElement(document: NfeDocument): string {
  const { issuer = issuerCnpj, model = '55', number = 4821, lines, totals, moreTotals = '' } = document;
  const ide = {
    cUF: '35',
    cNF: '73910482',
    natOp: 'VENDA DE MERCADORIA',
    mod: model,
    serie: '1',
    nNF: String(number),
    dhEmi: '2026-11-24T09:12:40-03:00',
    dhSaiEnt: '2026-11-24T10:00:00-03:00',
    tpNF: '1',
    idDest: '1',
    cMunFG: '3549805',
    tpImp: '1',
    tpEmis: '1',
    cDV: keyOf(document).slice(43),
    tpAmb: '1',
    finNFe: '1',
    indFinal: '0',
    indPres: '9',
    indIntermed: '0',
    procEmi: '0',
    verProc: '4.13',
    ...document.ide,
  };
  const total = Object.fromEntries(totalNames.split(' ').map((name) => [name, totals[name] ?? '0.00']));
  const party = (name: string, street: string) =>
    `<xNome>${name}</xNome><${street}><xLgr>RUA DAS PALMEIRAS</xLgr><nro>210</nro><xBairro>CENTRO</xBairro><cMun>3549805</cMun><xMun>SAO JOSE DO RIO PRETO</xMun><UF>SP</UF><CEP>15010070</CEP><cPais>1058</cPais><xPais>BRASIL</xPais></${street}>`;
  const emit = `<emit><CNPJ>${issuer}</CNPJ>${party('UTILIDADES ARATICUM LTDA', 'enderEmit')}<IE>647112358110</IE><CRT>3</CRT></emit>`;
  const dest = `<dest><CNPJ>${buyerCnpj}</CNPJ>${party('LOJA PITANGUEIRA LTDA', 'enderDest')}<indIEDest>1</indIEDest><IE>116245893118</IE></dest>`;
  const det = lines.map((line, at) => `<det nItem="${at + 1}">${line}</det>`).join('');
  return `<NFe ${namespace}><infNFe versao="4.00" Id="NFe${keyOf(document)}"><ide>${leaves(ide)}</ide>${emit}${dest}${det}<total><ICMSTot>${leaves({ ...total, ...totals })}</ICMSTot>${moreTotals}</total><transp><modFrete>0</modFrete></transp><pag><detPag><tPag>15</tPag><vPag>${totals.vNF ?? '0.00'}</vPag></detPag></pag></infNFe></NFe>`;
}

export function protocolOf(document: NfeDocument): string {
  const { status = '100' } = document;
  if (status === null) return '';
  return `<protNFe versao="4.00"><infProt><tpAmb>1</tpAmb><verAplic>SP_NFE_PL009_V4</verAplic><chNFe>${keyOf(document)}</chNFe><dhRecbto>2026-11-24T09:12:51-03:00</dhRecbto><nProt>135260019283746</nProt><digVal>4dXHLKmcWrEzJxOz993PnYLInCs=</digVal><cStat>${status}</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe>`;
}

export const nfeProc = (document: NfeDocument): string =>
  `<nfeProc ${namespace} versao="4.00">${nfeElement(document)}${protocolOf(document)}</nfeProc>`;

/** The file as programs write it. */
export const nfeFile = (document: NfeDocument): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${nfeProc(document)}`;

/** An event about a document with its registration, as the tax office hands it out. */
export function eventOf(document: NfeDocument, type: string, status = '135'): string {
  const key = keyOf(document);
  return `<procEventoNFe ${namespace} versao="1.00"><evento versao="1.00"><infEvento Id="ID${type}${key}01"><cOrgao>35</cOrgao><tpAmb>1</tpAmb><CNPJ>${issuerCnpj}</CNPJ><chNFe>${key}</chNFe><dhEvento>2026-11-24T11:02:10-03:00</dhEvento><tpEvento>${type}</tpEvento><nSeqEvento>1</nSeqEvento><verEvento>1.00</verEvento></infEvento></evento><retEvento versao="1.00"><infEvento><tpAmb>1</tpAmb><cOrgao>35</cOrgao><cStat>${status}</cStat><chNFe>${key}</chNFe><tpEvento>${type}</tpEvento><nSeqEvento>1</nSeqEvento><nProt>135260019284111</nProt></infEvento></retEvento></procEventoNFe>`;
}

const pisCofins =
  '<PIS><PISAliq><CST>01</CST><vBC>0.00</vBC><pPIS>1.65</pPIS><vPIS>0.00</vPIS></PISAliq></PIS><COFINS><COFINSAliq><CST>01</CST><vBC>0.00</vBC><pCOFINS>7.60</pCOFINS><vCOFINS>0.00</vCOFINS></COFINSAliq></COFINS>';
const icms00 = '<ICMS00><orig>0</orig><CST>00</CST><modBC>3</modBC></ICMS00>';
const ipiOff = '<IPI><cEnq>999</cEnq><IPINT><CST>53</CST></IPINT></IPI>';
export const ipiOf = (value: string) =>
  `<IPI><cEnq>999</cEnq><IPITrib><CST>50</CST><vBC>0.00</vBC><pIPI>6.5000</pIPI><vIPI>${value}</vIPI></IPITrib></IPI>`;

/** `prod` in the order of the layout, then the taxes. */
export type NfeGoods = {
  code?: string;
  gtin?: string;
  name?: string;
  unit?: string;
  quantity: string;
  value: string;
  taxGtin?: string;
  taxUnit?: string;
  taxQuantity?: string;
  /** `vFrete` to `vOutro`. */
  charges?: string;
  counts?: '0' | '1';
  /** Behind `indTot`: `xPed`, `rastro`, `DI`. */
  more?: string;
  icms?: string;
  ipi?: string;
  taxes?: string;
  after?: string;
};

export function lineOf(goods: NfeGoods): string {
  const {
    code = '1042',
    gtin = 'SEM GTIN',
    name = 'POTE HERMETICO 500ML',
    unit = 'UN',
    quantity,
    value,
  } = goods;
  const { taxGtin = gtin, taxUnit = unit, taxQuantity = quantity, charges = '', counts = '1' } = goods;
  const { more = '', icms = icms00, ipi = ipiOff, taxes = '', after = '' } = goods;
  return `<prod><cProd>${code}</cProd><cEAN>${gtin}</cEAN><xProd>${name}</xProd><NCM>39241000</NCM><CFOP>5102</CFOP><uCom>${unit}</uCom><qCom>${quantity}</qCom><vUnCom>1.0000000000</vUnCom><vProd>${value}</vProd><cEANTrib>${taxGtin}</cEANTrib><uTrib>${taxUnit}</uTrib><qTrib>${taxQuantity}</qTrib><vUnTrib>1.0000000000</vUnTrib>${charges}<indTot>${counts}</indTot>${more}</prod><imposto><vTotTrib>0.00</vTotTrib><ICMS>${icms}</ICMS>${ipi}${pisCofins}${taxes}</imposto>${after}`;
}

/** Twelve of one product, and nothing else. */
export const plainNote: NfeDocument = {
  lines: [lineOf({ quantity: '12.0000', value: '151.80' })],
  totals: { vProd: '151.80', vNF: '151.80' },
};

export const withIde = (ide: Record<string, string>): NfeDocument => ({ ...plainNote, ide });
export const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
