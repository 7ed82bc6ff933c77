import { IconHelpCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../i18n.ts';
import { formatQuantity } from '../quantity.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { nothing } from '../ui/page/values.tsx';
import { useSession } from '../use-session.ts';
import { permissionFor, type QuantityOf } from './quantity-of.ts';
import classes from './WhyQuantity.module.css';

const ReasonsDrawer = lazyWithFallback(() => import('./ReasonsDrawer.tsx'));

type WhyQuantityProps = {
  of: QuantityOf;
  value: number | null | undefined;
  /** Name of the goods, for screen readers. */
  name: string;
  /** Shown instead of the number, where the number is already visible. */
  children?: ReactNode;
};

/** A quantity that opens its terms, for readers with the permission: parts, deductions and the last sent value. */
export function WhyQuantity({ of, value, name, children }: WhyQuantityProps) {
  const { t } = useTranslation();
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (value === null || value === undefined) return nothing;
  if (!can(permissionFor(of))) return children ?? formatQuantity(value);
  // The accessible name contains the visible text, so that voice control finds it.
  const shown = typeof children === 'string' && children ? children : formatQuantity(value);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        data-touch
        aria-label={t('why.open', { value: shown, name })}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {children === undefined ? shown : children || <IconHelpCircle size={14} aria-hidden />}
      </button>
      {isOpen && <ReasonsDrawer of={of} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
