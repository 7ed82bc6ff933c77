import { expect, it } from 'vitest';
import { readNfe } from '#server/outside/nfe/nfe.ts';
import { declaration, eventOf, keyOf, nfeFile, nfeProc, plainNote, withIde } from '../test/nfe-document.ts';
import { readGoods } from './invoice-goods.ts';

/** One document in the writings of several programs, with their public sources: it is always the same twelve of one product. */
type Case = { name: string; source: string; xml: string | Buffer };

const plainBody = nfeProc(plainNote);
const prefixed = (prefix: string) =>
  plainBody.replace(/<(\/?)([A-Za-z])/g, `<$1${prefix}:$2`).replace(/xmlns="/g, `xmlns:${prefix}="`);

const writings: Case[] = [
  {
    name: 'with a prefix that a program gives when it writes the XML again',
    source: 'file 59081950148 and file 68818520358 (ns0:nfeProc)',
    xml: declaration + prefixed('ns0'),
  },
  {
    name: 'with the namespace on every element of the root',
    source: 'nfephp-org/sped-nfe examples/fixtures/nfe_PL_10b_v1.30.xml (xmlns:nfe)',
    xml: declaration + prefixed('nfe'),
  },
  {
    name: 'indented, with comments between the groups',
    source: 'nfephp-org/sped-nfe examples/procNFe_PL_010C_cnpjalfa.xml',
    xml: declaration + plainBody.replace(/></g, '>\n  <!--Optional:-->\n  <'),
  },
  {
    name: 'in ISO-8859-1 as declared',
    source: 'Samuel-Oliveira/Java_NFe pull request 259 (files saved in ISO-8859-1)',
    xml: Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?>${plainBody.replace('POTE HERMETICO', 'POTE HERMÉTICO')}`,
      'latin1',
    ),
  },
  {
    name: 'in UTF-8 with a mark, and an empty line before the declaration',
    source: 'file 71395527963 (spaces and line ends before the declaration)',
    xml: Buffer.from(`\uFEFF\r\n${declaration}${plainBody}\r\n`),
  },
  {
    name: 'in UTF-16',
    source: 'ACBrNet/ACBr.Net.NFSe issue 27 (a .NET program that writes utf-16)',
    xml: Buffer.from(`\uFEFF${declaration.replace('UTF-8', 'UTF-16')}${plainBody}`, 'utf16le'),
  },
  {
    name: 'without a declaration',
    source: 'nfephp-org/sped-nfe tests/fixtures/xml/nfe_layout4_com_prot.xml',
    xml: plainBody,
  },
  {
    name: 'with the letter of correction behind it',
    source: 'nfephp-org/sped-da examples/nfe/fixtures/110110-…-1-procEventoNfe.xml',
    xml: `${declaration}<arquivo>${plainBody}${eventOf(plainNote, '110110')}</arquivo>`,
  },
  {
    name: 'with the confirmation of its receiver behind it',
    source: 'nfephp-org/sped-nfe tests/fixtures/xml/exemplo_xml_request_sefazManifesta.xml (210200)',
    xml: `${declaration}<arquivo>${plainBody}${eventOf(plainNote, '210200')}</arquivo>`,
  },
  {
    name: 'with the signature that is over its bytes',
    source:
      'nfephp-org/sped-nfe tests/fixtures/xml/2017signed.xml; akretion/nfelib nfe_reforma_tributaria.xml (ns1:Signature)',
    xml:
      declaration +
      plainBody.replace(
        '</NFe>',
        `<ns1:Signature xmlns:ns1="http://www.w3.org/2000/09/xmldsig#"><ns1:SignedInfo><ns1:Reference URI="#NFe${keyOf(plainNote)}"/></ns1:SignedInfo><ns1:SignatureValue>aGVsbG8=</ns1:SignatureValue></ns1:Signature></NFe>`,
      ),
  },
  {
    name: 'of an issuer with letters in its CNPJ',
    source: 'nfephp-org/sped-nfe examples/procNFe_PL_010C_cnpjalfa.xml and issue 1336',
    xml: nfeFile({ ...plainNote, issuer: '7K2M9QX4000108' }),
  },
  {
    name: 'issued on security paper while the tax office was away, authorised later',
    source:
      'nfephp-org/sped-nfe tests/fixtures/xml/nfe_layout4_contingencia_sem_assinatura.xml (tpEmis, dhCont, xJust)',
    xml: nfeFile(
      withIde({ tpEmis: '5', dhCont: '2026-11-24T08:30:00-03:00', xJust: 'Sem acesso ao ambiente da SEFAZ' }),
    ),
  },
  {
    name: 'issued by EPEC and authorised late',
    source: 'nfephp-org/sped-nfe fake/nfe_epec.xml (tpEmis 4)',
    xml: nfeFile({
      ...withIde({ tpEmis: '4', dhCont: '2026-11-24T08:30:00-03:00', xJust: 'Falha de conexao com a SEFAZ' }),
      status: '150',
    }),
  },
];

it.each(writings)('reads a document $name ($source)', async ({ xml }) => {
  const nfe = await readNfe(typeof xml === 'string' ? Buffer.from(xml) : xml);
  if (typeof nfe === 'string') throw new Error(nfe);
  expect(nfe.total).toBe(15_180);
  expect(readGoods(nfe, [])).toMatchObject([
    { units: 12, costCentavos: 15_180, sold: { quantity: 12, unit: 'UN' } },
  ]);
});
