import { UnstyledButton } from '@mantine/core';
import { IconChartBar, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import classes from '../table/Lists.module.css';
import { useDensity } from '../table/use-density.ts';

/** Figures above a list. With compact rows they are folded, so that the rows begin at the top of the window. */
export function ListFigures({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [density] = useDensity();
  if (density === 'comfortable') return children;
  return <Folded label={t('table.figures')}>{children}</Folded>;
}

/** What is drawn above a list and opened on demand in any density. */
export function Folded({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <>
      <UnstyledButton className={classes.figuresToggle} aria-expanded={open} onClick={() => setOpen(!open)}>
        <IconChartBar size={16} aria-hidden />
        {label}
        <Chevron size={14} aria-hidden />
      </UnstyledButton>
      {open && children}
    </>
  );
}
