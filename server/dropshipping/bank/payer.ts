import { isCnpj, isCpf } from '#contract/brazil.ts';
import { foldText } from '#contract/business/import/cell.ts';

/** Payer and purpose of a movement, read from its texts. */
export type Payer = {
  /** CPF or CNPJ without punctuation. */
  document: string | null;
  /** The six digits in the middle of a CPF whose rest is masked. */
  maskedCpf: string | null;
  /** Folded, without words that the bank adds. */
  names: string[];
  endToEnd: string | null;
  /** Numbers of the invoices that our txid names; `more` counts further ones that it does not name. */
  txid: { numbers: number[]; more: number } | null;
};

const masked = /[•*x]{3}\.?(\d{3})\.?(\d{3})-?[•*x]{2}/i;
const endToEnd = /(?<![A-Za-z0-9])E\d{20}[A-Za-z0-9]{11}(?![A-Za-z0-9])/;
const ourTxid = /(?<![A-Za-z0-9])FAT(\d{1,10}(?:E\d{1,10})*)(?:MAIS(\d{1,3}))?(?![A-Za-z0-9])/i;
const documents =
  /(?<![\dA-Z])(?:[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}|\d{3}\.\d{3}\.\d{3}-\d{2}|\d{14}|\d{11})(?![\dA-Z])/g;

/** Words with which banks begin the text of a credit, before the name of the payer. */
const openings =
  /^(?:(?:pix|ted|doc|tef|transf\w*|recebid[oa]s?|recebimento|receb|rec|credito|cred|deposito|dep|pagamento|qr|qrs|qrcode|code|estatico|dinamico|pelo|pela|via|de|da|do|por|rem|remetente|remet|outra|mesma|if|sicredi|sicoob|cre|cp)(?![a-z0-9])|[-_:=|,.*"' ]+)+/;

function nameIn(text: string): string {
  const bare = foldText(text.replace(endToEnd, ' ').replace(masked, ' - ').replace(documents, ' - '))
    .replace(/\bcp ?: ?\d{8} ?-/g, ' ')
    .replace(/\d{2}\/\d{2}(?:\/\d{2,4})?/g, ' ')
    .replace(/\b\d{2}:\d{2}(?::\d{2})?\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const named = bare.replace(openings, '');
  return (named.split(/ - |\||"/).find((part) => part.trim() !== '') ?? '').replace(
    /^[-\s]+|(?<![-\s"])[-\s"]+$/g,
    '',
  );
}

export function readPayer({ name, memo, document }: { name: string; memo: string; document: string }): Payer {
  const text = `${name} ${memo}`;
  const found = [...text.matchAll(documents)]
    .map(([written]) => written.replace(/[./-]/g, ''))
    .find((bare) => isCnpj(bare) || isCpf(bare));
  const hidden = masked.exec(text);
  const charge = ourTxid.exec(`${text} ${document}`);
  const names = [nameIn(name), nameIn(memo)].filter((part) => part.length >= 3);
  return {
    document: found ?? null,
    maskedCpf: hidden ? `${hidden[1]}${hidden[2]}` : null,
    names: [...new Set(names)],
    endToEnd: endToEnd.exec(`${text} ${document}`)?.[0] ?? null,
    txid: charge
      ? { numbers: (charge[1] ?? '').split(/e/i).map(Number), more: Number(charge[2] ?? 0) }
      : null,
  };
}

const legalForms = /\b(ltda|limitada|me|mei|epp|eireli|s ?\/? ?a)\b/g;
const squash = (name: string) =>
  foldText(name)
    .replace(/[^a-z0-9/ ]/g, ' ')
    .replace(legalForms, '')
    .replace(/[^a-z0-9]/g, '');
const shortestName = 6;

/** Banks truncate names, so one may be the beginning of the other. */
export function isSameName(payer: string, partner: string): boolean {
  const [one, other] = [squash(payer), squash(partner)];
  if (Math.min(one.length, other.length) < shortestName) return one !== '' && one === other;
  return one.startsWith(other) || other.startsWith(one);
}

/** The company of a CNPJ, for any of its branches; a CPF is compared as a whole. */
const ownerOf = (document: string) => (document.length === 14 ? document.slice(0, 8) : document);

/** Whether a payer is this partner, by document or name; certainly another party only if both documents are of companies. */
export function payerIs(
  payer: Payer,
  partner: { name: string; document: string },
): 'document' | 'name' | 'unknown' {
  if (payer.document !== null && ownerOf(payer.document) === ownerOf(partner.document)) return 'document';
  if (
    payer.maskedCpf !== null &&
    partner.document.slice(3, 9) === payer.maskedCpf &&
    partner.document.length === 11
  )
    return 'document';
  const isOther = payer.document !== null && payer.document.length === 14 && partner.document.length === 14;
  if (!isOther && payer.names.some((name) => isSameName(name, partner.name))) return 'name';
  return 'unknown';
}
