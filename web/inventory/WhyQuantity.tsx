import { Drawer, Skeleton } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from '../i18n.ts';
import { formatQuantity } from '../quantity.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { nothing } from '../ui/page/values.tsx';
import { useSession } from '../use-session.ts';
import { permissionFor, type QuantityOf } from './quantity-of.ts';
import classes from './WhyQuantity.module.css';

const ReasonsOf = lazyWithFallback(() => import('./ReasonsOf.tsx'));

type WhyQuantityProps = {
  of: QuantityOf;
  value: number | null | undefined;
  /** Of what, for who does not see the row. */
  name: string;
  /** In the place of the number, where it stands beside this already. */
  children?: ReactNode;
};

/** A quantity that opens its terms, for who may be told them: what it is made of, what takes from it, what was sent last. */
export function WhyQuantity({ of, value, name, children }: WhyQuantityProps) {
  const { t } = useTranslation();
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (value === null || value === undefined) return nothing;
  if (!can(permissionFor(of))) return children ?? formatQuantity(value);
  // Who speaks to the browser says what he reads.
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
      {isOpen && (
        <Drawer
          opened
          onClose={() => setOpen(false)}
          position="right"
          size="lg"
          title={`${t('why.what')} ${name}`}
          closeButtonProps={{ 'aria-label': t('act.close') }}
        >
          <Suspense fallback={<Skeleton height={240} />}>
            <ReasonsOf of={of} />
          </Suspense>
        </Drawer>
      )}
    </>
  );
}
