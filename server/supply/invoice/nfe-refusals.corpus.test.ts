import { expect, it } from 'vitest';
import { Fault } from '#server/fault.ts';
import { readNfe } from '#server/outside/nfe/nfe.ts';
import {
  buyerCnpj,
  declaration,
  eventOf,
  ipiOf,
  issuerCnpj,
  keyOf,
  lineOf,
  nfeElement,
  nfeFile,
  nfeProc,
  plainNote,
  protocolOf,
  withIde,
} from '../test/nfe-document.ts';
import { assertPurchase, readGoods } from './invoice-goods.ts';

/** Files that are no purchase, or no document, in the shapes of public files; each is refused with the reason a person would give. */
type Case = { name: string; source: string; xml: string; refused: string };

const refusals: Case[] = [
  {
    name: 'the note alone, without its protocol',
    source: 'nfephp-org/sped-nfe tests/fixtures/xml/signNFe_modelo_55.xml; akretion/nfelib NFe3520….xml',
    xml: declaration + nfeElement(plainNote),
    refused: 'no_protocol',
  },
  {
    name: 'the batch by which it was sent',
    source: 'nfephp-org/sped-da examples/nfe/fixtures/mod55-nfe-veiculo.xml (enviNFe)',
    xml: `${declaration}<enviNFe versao="4.00" xmlns="http://www.portalfiscal.inf.br/nfe"><idLote>82393</idLote><indSinc>0</indSinc>${nfeElement(plainNote)}</enviNFe>`,
    refused: 'no_protocol',
  },
  {
    name: 'a letter of correction alone',
    source: 'nfephp-org/sped-da examples/nfe/fixtures/proccce.xml',
    xml: declaration + eventOf(plainNote, '110110'),
    refused: 'no_note',
  },
  {
    name: 'the summary that the receiver gets before the note',
    source: 'file 70209436229 and file 68849722211 (resNFe)',
    xml: `${declaration}<resNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><chNFe>${keyOf(plainNote)}</chNFe><CNPJ>${issuerCnpj}</CNPJ><xNome>UTILIDADES ARATICUM LTDA</xNome><dhEmi>2026-11-24T09:12:40-03:00</dhEmi><tpNF>1</tpNF><vNF>151.80</vNF><cSitNFe>1</cSitNFe></resNFe>`,
    refused: 'no_note',
  },
  {
    name: 'two notes in one file',
    source:
      'nfephp-org/sped-nfe tests/fixtures/xml/exemplo_xml_envia_lote_modelo_55.xml (several NFe below one root)',
    xml: `${declaration}<notas>${nfeProc(plainNote)}${nfeProc({ ...plainNote, number: 4822 })}</notas>`,
    refused: 'several_notes',
  },
  {
    name: 'a note with the event that canceled it',
    source: 'nfephp-org/sped-da examples/nfe/fixtures/cancelada_55_new.xml',
    xml: `${declaration}<arquivo>${nfeProc(plainNote)}${eventOf(plainNote, '110111')}</arquivo>`,
    refused: 'canceled',
  },
  {
    name: 'a note with the event that canceled it, without a protocol',
    source: 'file 55635752179 (procEventoNFe 110111 beside the note)',
    xml: `${declaration}<arquivo>${nfeElement(plainNote)}${eventOf(plainNote, '110111', '155')}</arquivo>`,
    refused: 'canceled',
  },
  {
    name: 'a canceled receipt of a consumer is first of all no NF-e of model 55',
    source: 'nfephp-org/sped-da examples/nfe/fixtures/nfce111.xml and nfce112_1.xml (model 65, canceled)',
    xml: `${declaration}<arquivo>${nfeProc({ ...plainNote, model: '65' })}${eventOf({ ...plainNote, model: '65' }, '110111')}</arquivo>`,
    refused: 'wrong_model',
  },
  {
    name: 'a receipt of a consumer',
    source: 'nfephp-org/sped-da examples/nfe/fixtures/NFCeProd1.xml',
    xml: nfeFile({ ...plainNote, model: '65' }),
    refused: 'wrong_model',
  },
  {
    name: 'a freight document in its batch',
    source: 'nfephp-org/sped-nfe tests/fixtures/xml/cte.xml; akretion/nfelib nfelib/cte/samples/v4_0',
    xml: `${declaration}<enviCTe versao="4.00"><CTe xmlns="http://www.portalfiscal.inf.br/cte"><infCte Id="CTe35261104218736000191570010000048211739104820" versao="4.00"><ide><mod>57</mod></ide></infCte></CTe></enviCTe>`,
    refused: 'wrong_model',
  },
  {
    name: 'a note that was denied',
    source: 'nfephp-org/sped-nfe (cStat 302 of a protocol)',
    xml: nfeFile({ ...plainNote, status: '302' }),
    refused: 'not_authorised',
  },
  {
    name: 'a note of the test environment',
    source: 'nfephp-org/sped-da examples/nfe/fixtures/mod55-nfe_1.xml (tpAmb 2)',
    xml: nfeFile(withIde({ tpAmb: '2' })),
    refused: 'test_environment',
  },
  {
    name: 'a note of a layout without an instant of issue',
    source: 'file 68846367492 (neither dhEmi nor a day), layout 2.00 (dEmi)',
    xml: nfeFile(withIde({ dhEmi: '', dEmi: '2011-06-06' })),
    refused: 'not_nfe',
  },
  {
    name: 'the protocol of another note',
    source: 'nfephp-org/sped-da tests/fixtures/xml/nfe.xml (chNFe other than the key)',
    xml: `${declaration}<nfeProc>${nfeElement(plainNote)}${protocolOf({ ...plainNote, number: 9 })}</nfeProc>`,
    refused: 'key_mismatch',
  },
  {
    name: 'a return with the note that it is of',
    source: 'file 62777982657 (finNFe 4, NFref)',
    xml: nfeFile({ ...plainNote, ide: { finNFe: '4', natOp: 'Devolucao de mercadoria' } }),
    refused: 'return_note',
  },
  {
    name: 'a return that enters at its issuer',
    source: 'file 55635752179 (finNFe 4, tpNF 0)',
    xml: nfeFile(withIde({ finNFe: '4', tpNF: '0' })),
    refused: 'return_note',
  },
  {
    name: 'a note that supplements another',
    source: 'schema PL_010_V1.30 of nfephp-org/sped-nfe (finNFe 2)',
    xml: nfeFile(withIde({ finNFe: '2' })),
    refused: 'no_purchase',
  },
  {
    name: 'a note that adjusts another',
    source: 'schema PL_010_V1.30 of nfephp-org/sped-nfe (finNFe 3)',
    xml: nfeFile(withIde({ finNFe: '3' })),
    refused: 'no_purchase',
  },
  {
    name: 'a credit note of the tax reform',
    source: 'nfephp-org/sped-nfe examples/fixtures/nfe_PL_10b_v1.30.xml (finNFe 5, tpNFCredito 02)',
    xml: nfeFile(withIde({ finNFe: '5', tpNFCredito: '02' })),
    refused: 'no_purchase',
  },
  {
    name: 'a debit note of the tax reform',
    source: 'nfephp-org/sped-nfe examples/procNFe_PL_010C_cnpjalfa.xml (tpNFDebito)',
    xml: nfeFile(withIde({ finNFe: '6', tpNFDebito: '06' })),
    refused: 'no_purchase',
  },
  {
    name: 'the note of one’s own import, whose total leaves the import tax out',
    source:
      'akretion/nfelib …/leiauteNFe/42210775277525000178550030000266631762885493-procNFe.xml (tpNF 0, DI, vII)',
    xml: nfeFile({
      issuer: buyerCnpj,
      ide: { tpNF: '0', idDest: '3', natOp: 'Compras' },
      lines: [
        lineOf({
          unit: 'PC',
          quantity: '700.0000',
          value: '39021.85',
          charges: '<vOutro>89.06</vOutro>',
          more: '<DI><nDI>26/1302780-0</nDI><dDI>2026-07-09</dDI><xLocDesemb>ITAJAI</xLocDesemb><UFDesemb>SC</UFDesemb><dDesemb>2026-07-09</dDesemb><tpViaTransp>4</tpViaTransp><tpIntermedio>1</tpIntermedio><cExportador>3771</cExportador><adi><nAdicao>1</nAdicao><nSeqAdic>1</nSeqAdic><cFabricante>3771</cFabricante></adi></DI>',
          ipi: ipiOf('4526.53'),
          taxes: '<II><vBC>39021.85</vBC><vDespAdu>0.00</vDespAdu><vII>6243.50</vII><vIOF>0.00</vIOF></II>',
        }),
      ],
      totals: { vProd: '39021.85', vII: '6243.50', vIPI: '4526.53', vOutro: '89.06', vNF: '43637.44' },
    }),
    refused: 'own_note',
  },
  {
    name: 'a total of goods that its lines are not',
    source: 'akretion/nfelib …/leiauteNFe/nfe_reforma_tributaria.xml (one line of 14.88, vProd 158106.35)',
    xml: nfeFile({
      lines: [lineOf({ quantity: '6.0000', value: '14.88' })],
      totals: { vProd: '158106.35', vNF: '158106.35' },
    }),
    refused: 'goods_total_differs',
  },
  {
    name: 'an amount in Brazilian writing',
    source: 'file 68846367492 (vProd 1.106,00)',
    xml: nfeFile({
      lines: [lineOf({ quantity: '6.0000', value: '1.106,00' })],
      totals: { vProd: '1106.00', vNF: '1106.00' },
    }),
    refused: 'amounts_invalid',
  },
];

async function reasonOf(xml: string): Promise<string> {
  const nfe = await readNfe(Buffer.from(xml));
  if (typeof nfe === 'string') return nfe;
  try {
    assertPurchase(nfe, buyerCnpj);
    readGoods(nfe, []);
    return 'taken';
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return String(error.facts?.reason);
  }
}

it.each(refusals)('refuses $name ($source)', async ({ xml, refused }) => {
  expect(await reasonOf(xml)).toBe(refused);
});
