import type { BankSnapshot } from '#contract/dropshipping/dropinvoice.ts';
import { pixCode } from '#contract/dropshipping/pix.ts';
import type { Sealer } from '#server/seal.ts';

/** Data that could redirect money: encrypted in the database and in backups. */
type BankFields = { pixKey: string; agency: string; account: string };

export function sealBankFields(sealer: Sealer, { pixKey, agency, account }: BankFields) {
  const seal = (text: string) => sealer.seal('bank-data', text);
  return { pix_key: seal(pixKey), agency: seal(agency), account: seal(account) };
}

export function openBankFields(sealer: Sealer, { pixKey, agency, account }: BankFields): BankFields {
  const open = (text: string) => sealer.unseal('bank-data', text);
  return { pixKey: open(pixKey), agency: open(agency), account: open(account) };
}

/** The copy in an invoice, which later changes of the bank data do not affect. */
export function snapshotColumns(sealer: Sealer, bank: BankSnapshot, number: number, amount: number) {
  const { pixKey: key, holder: name, city } = bank;
  return sealSnapshot(sealer, bank, pixCode({ key, name, city, amount, txid: `FAT${number}` }));
}

export function sealSnapshot(sealer: Sealer, bank: unknown, code: string) {
  return {
    bank: JSON.stringify(sealer.seal('bank-data', JSON.stringify(bank))),
    pix_code: sealer.seal('bank-data', code),
  };
}

/** Null while the supplier has no bank data; no code if nothing is payable. */
export function openSnapshot(
  sealer: Sealer,
  row: { bank: unknown; pix_code: string | null },
): { bank: BankSnapshot | null; pixCode: string | null } {
  if (row.bank === null) return { bank: null, pixCode: null };
  return {
    bank: JSON.parse(sealer.unseal('bank-data', String(row.bank))) as BankSnapshot,
    pixCode: row.pix_code === null ? null : sealer.unseal('bank-data', row.pix_code),
  };
}
