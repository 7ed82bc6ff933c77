import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';

/** The first items of a panel above a list, so that the list begins in the window; `rest` of them are shown on demand. */
export function useFirst<T>(items: readonly T[], shown: number) {
  const [isOpen, setOpen] = useState(false);
  const first = isOpen ? items : items.slice(0, shown);
  return { first, rest: items.length - first.length, showAll: () => setOpen(true) };
}

/** Shows what a panel has besides its first items; nothing if that is all. */
export function ShowAll({ rest, showAll }: { rest: number; showAll: () => void }) {
  const { t } = useTranslation();
  if (rest === 0) return null;
  return (
    <div>
      <Button
        variant="subtle"
        size="xs"
        rightSection={<IconChevronDown size={14} aria-hidden />}
        onClick={showAll}
      >
        {t('table.showRest', { count: rest })}
      </Button>
    </div>
  );
}
