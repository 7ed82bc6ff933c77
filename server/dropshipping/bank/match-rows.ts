import type { Day } from '#contract/dates.ts';
import type { MatchReason } from '#contract/dropshipping/bank-statement.ts';
import { type Payer, payerIs } from './payer.ts';

/** An invoice that a bank credit may pay. */
export type OpenInvoice = {
  id: number;
  number: number;
  partner: { id: number; name: string; document: string };
  /** No payment before this day can be for the invoice. */
  closedOn: Day;
  day: Day;
  payableCentavos: number;
  /** The amount that the seller reported as paid, while it awaits approval. */
  paidCentavos: number | null;
  /** Invoices that were paid together have the same proof. */
  proofFileId: number | null;
};

/** A payout that the partner reported as sent. */
export type SentPayout = {
  id: number;
  partner: { id: number; name: string; document: string };
  paidOn: Day;
  amountCentavos: number;
};

export type CreditRow = {
  id: number;
  day: Day;
  amountCentavos: number;
  payer: Payer;
  isSimilarToReceived: boolean;
};

export type RowMatch = {
  /** `sure`: one target only; `ask`: a person chooses; `none`: nothing fits. */
  certainty: 'sure' | 'ask' | 'none';
  reason: MatchReason;
  /** Ids of the invoices of each target. */
  targets: number[][];
};

const none: RowMatch = { certainty: 'none', reason: 'nothing', targets: [] };

/** Matches each credit with its targets. Two sure rows with one target both ask: one may be a repeated payment. */
export function matchCredits(
  rows: readonly CreditRow[],
  invoices: readonly OpenInvoice[],
): Map<number, RowMatch> {
  const found = new Map(rows.map((row) => [row.id, matchCredit(row, invoices)]));
  return askIfShared(found);
}

export function matchPayouts(
  rows: readonly CreditRow[],
  payouts: readonly SentPayout[],
): Map<number, RowMatch> {
  const found = new Map(
    rows.map((row): [number, RowMatch] => {
      const fitting = payouts.filter(
        ({ amountCentavos, paidOn }) => amountCentavos === row.amountCentavos && paidOn <= row.day,
      );
      const known = fitting.filter(({ partner }) => payerIs(row.payer, partner) !== 'unknown');
      if (known.length === 1)
        return [
          row.id,
          sureUnlessSimilar(
            row,
            'payer',
            known.map(({ id }) => [id]),
          ),
        ];
      const targets = (known.length > 0 ? known : fitting).map(({ id }) => [id]);
      return [
        row.id,
        targets.length === 0 ? none : ask(targets.length === 1 ? 'amount' : 'several', targets),
      ];
    }),
  );
  return askIfShared(found);
}

function askIfShared(found: Map<number, RowMatch>): Map<number, RowMatch> {
  const uses = new Map<number, number>();
  for (const { certainty, targets } of found.values())
    if (certainty === 'sure') for (const id of targets[0] ?? []) uses.set(id, (uses.get(id) ?? 0) + 1);
  return new Map(
    [...found].map(([id, match]) => {
      const isShared =
        match.certainty === 'sure' && (match.targets[0] ?? []).some((of) => (uses.get(of) ?? 0) > 1);
      return [id, isShared ? ask('repeated', match.targets) : match];
    }),
  );
}

const ask = (reason: MatchReason, targets: number[][]): RowMatch => ({ certainty: 'ask', reason, targets });

const sureUnlessSimilar = (row: CreditRow, reason: MatchReason, targets: number[][]): RowMatch =>
  row.isSimilarToReceived ? ask('repeated', targets) : { certainty: 'sure', reason, targets };

function matchCredit(row: CreditRow, invoices: readonly OpenInvoice[]): RowMatch {
  const open = invoices.filter(({ closedOn }) => closedOn <= row.day);
  const named = row.payer.txid === null ? null : byTxid(row.payer.txid, open, row.amountCentavos);
  if (named) {
    const ids = [named.map(({ id }) => id)];
    return amountsOf(named).includes(row.amountCentavos)
      ? sureUnlessSimilar(row, 'txid', ids)
      : ask('difference', ids);
  }
  const known = open.filter(({ partner }) => payerIs(row.payer, partner) !== 'unknown');
  const exact = targetsOf(known, row.amountCentavos);
  if (exact.length === 1) return sureUnlessSimilar(row, 'payer', exact);
  if (exact.length > 1) return ask('several', exact);
  const isEarly = targetsOf(laterOfPayer(row, invoices), row.amountCentavos).length > 0;
  if (known.length > 0) return ask(isEarly ? 'early' : 'difference', differing(known, row.amountCentavos));
  if (isEarly) return { ...none, reason: 'early' };
  const alike = targetsOf(open, row.amountCentavos);
  if (alike.length === 0) return none;
  return ask(alike.length === 1 ? 'amount' : 'several', alike);
}

/** Invoices of the payer that were closed after the payment, which cannot be for them. */
const laterOfPayer = ({ day, payer }: CreditRow, invoices: readonly OpenInvoice[]): OpenInvoice[] =>
  invoices.filter(({ closedOn, partner }) => closedOn > day && payerIs(payer, partner) !== 'unknown');

/** The invoices that a txid names. If it only counts further ones, invoices of the same seller that add up to the amount. */
function byTxid(
  { numbers, more }: { numbers: number[]; more: number },
  open: readonly OpenInvoice[],
  amount: number,
): OpenInvoice[] | null {
  const named = open.filter(({ number }) => numbers.includes(number));
  if (named.length !== numbers.length) return named.length > 0 ? named : null;
  if (more === 0) return named;
  const [first] = named;
  const run = bySeller(open.filter(({ partner }) => partner.id === first?.partner.id))[0] ?? [];
  const from = run.findIndex(({ id }) => id === first?.id);
  const together = run.slice(from, from + 1 + more);
  return together.length === more + 1 && amountsOf(together).includes(amount) ? together : named;
}

/** The amounts that may have been paid for invoices together: the payable sum, or the sum that the seller reported. */
function amountsOf(invoices: readonly OpenInvoice[]): number[] {
  const payable = invoices.reduce((sum, { payableCentavos }) => sum + payableCentavos, 0);
  const paid = invoices.reduce((sum, one) => sum + (one.paidCentavos ?? one.payableCentavos), 0);
  return [payable, paid].filter((amount) => amount > 0);
}

/** The invoices of each seller, oldest first. */
const bySeller = (invoices: readonly OpenInvoice[]): OpenInvoice[][] => [
  ...Map.groupBy(
    invoices.toSorted((one, other) => one.day.localeCompare(other.day) || one.id - other.id),
    ({ partner }) => partner.id,
  ).values(),
];

/** Single invoices, invoices of one proof, and the oldest invoices of a seller, if they add up to the amount. */
function targetsOf(invoices: readonly OpenInvoice[], amount: number): number[][] {
  const candidates = [
    ...invoices.map((one) => [one]),
    ...Map.groupBy(
      invoices.filter(({ proofFileId }) => proofFileId !== null),
      ({ proofFileId }) => proofFileId,
    ).values(),
    ...bySeller(invoices).flatMap((run) => run.map((_, index) => run.slice(0, index + 1))),
  ];
  const fitting = candidates.filter((group) => amountsOf(group).includes(amount));
  const byKey = new Map(
    fitting.map((group) => {
      const ids = group.map(({ id }) => id).toSorted((one, other) => one - other);
      return [ids.join(), ids];
    }),
  );
  return [...byKey.values()];
}

/** A known seller who paid another amount: as many of their oldest invoices as the amount covers. */
function differing(known: readonly OpenInvoice[], amount: number): number[][] {
  return bySeller(known).map((run) => {
    let rest = amount;
    const reached: number[] = [];
    for (const { id, payableCentavos } of run) {
      if (rest <= 0) break;
      reached.push(id);
      rest -= payableCentavos;
    }
    return reached;
  });
}
