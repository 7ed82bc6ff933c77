import type { Actor } from './verbs.ts';

type Credit = { amount: number; memo: string };

/** An account statement in OFX, as exported by a bank, with credits of today. */
export function statementOf(day: string, credits: readonly Credit[]): string {
  const rows = credits.map(
    ({ amount, memo }, index) =>
      `<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>${day.replaceAll('-', '')}120000[-3:BRT]\n<TRNAMT>${(amount / 100).toFixed(2).replace('.', ',')}\n<FITID>${day}${index}\n<MEMO>${memo}\n</STMTTRN>`,
  );
  return `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX>\n<BANKMSGSRSV1>\n<STMTTRNRS>\n<STMTRS>\n<CURDEF>BRL\n<BANKACCTFROM>\n<BANKID>0237\n<ACCTID>77441-9\n</BANKACCTFROM>\n<BANKTRANLIST>\n${rows.join('\n')}\n</BANKTRANLIST>\n</STMTRS>\n</STMTTRNRS>\n</BANKMSGSRSV1>\n</OFX>\n`;
}

/** Uploads a bank file as the screen does; returns its id. */
export async function sendStatement(actor: Actor, name: string, amounts: readonly number[]): Promise<number> {
  const credits = amounts.map((amount) => ({ amount, memo: 'PIX RECEBIDO LOJA DA ESQUINA' }));
  return actor.page.evaluate(
    async ({ name, text }) => {
      const form = new FormData();
      form.append('data', '{}');
      form.append('file0', new File([text], name));
      const answer = await fetch('/api/bank-statements', { method: 'POST', body: form });
      return ((await answer.json()) as { id: number }).id;
    },
    { name, text: statementOf('2026-11-02', credits) },
  );
}
