import type { ReactNode } from 'react';
import { Quantity } from '../ui/page/values.tsx';
import classes from './QuantityTerms.module.css';

export type Term = {
  label: string;
  /** A number, or words instead of it. */
  value: number | null | ReactNode;
  sign?: '−' | '÷' | '=';
  strong?: boolean;
};

/** A quantity as a sum of terms, each with its explanation. */
export function QuantityTerms({ terms }: { terms: readonly Term[] }) {
  return (
    <dl className={classes.sum}>
      {terms.map(({ label, value, sign, strong }) => (
        <div key={label} data-strong={strong}>
          <dt>
            <span aria-hidden>{sign}</span> {label}
          </dt>
          <dd>{typeof value === 'number' || value === null ? <Quantity value={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
