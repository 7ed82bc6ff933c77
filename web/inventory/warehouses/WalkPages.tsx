import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { asCode } from '#contract/codes.ts';
import type { WalkLevel } from '#contract/inventory/walk.ts';
import { useTranslation } from '../../i18n.ts';

type Placed = WalkLevel['positions'][number];

/** More rows are too many to drag over and to render at once. */
const pageSize = 100;

/** The visible page of a long order; it follows a row that is moved to another page. */
export function usePages(positions: readonly Placed[]) {
  const [wanted, setPage] = useState(0);
  const [followed, setFollowed] = useState<number>();
  const count = Math.max(1, Math.ceil(positions.length / pageSize));
  const page = Math.min(wanted, count - 1);
  const first = page * pageSize;
  useEffect(() => {
    if (followed === undefined) return;
    const row = document.querySelector(`[data-position="${followed}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector('input')?.focus();
    setFollowed(undefined);
  }, [followed]);
  const follow = (index: number, id: number | undefined) => {
    const target = Math.floor(index / pageSize);
    if (target === page) return;
    setPage(target);
    setFollowed(id);
  };
  /** Whether a position has this code. */
  const find = (code: string): boolean => {
    const index = positions.findIndex((position) => asCode(position.code) === asCode(code));
    if (index < 0) return false;
    setPage(Math.floor(index / pageSize));
    setFollowed(positions[index]?.id);
    return true;
  };
  return { page, count, first, shown: positions.slice(first, first + pageSize), setPage, follow, find };
}

type WalkPagesProps = { pages: ReturnType<typeof usePages>; total: number };

export function WalkPages({ pages, total }: WalkPagesProps) {
  const { t } = useTranslation(['inventory', 'ui']);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  if (pages.count === 1) return null;
  return (
    <Group justify="space-between" align="flex-end" gap="sm">
      <TextInput
        size="md"
        label={t('walk.find')}
        description={t('walk.findHint', { count: total })}
        error={missing && t('walk.notHere')}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setMissing(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const found = code !== '' && pages.find(code);
          setMissing(!found);
          if (found) setCode('');
        }}
      />
      <Group gap="xs" component="nav" aria-label={t('walk.page')}>
        <Turn to={pages.page - 1} label={t('ui:table.previous')} pages={pages}>
          <IconChevronLeft size={20} aria-hidden />
        </Turn>
        <Text size="sm">{t('ui:table.page', { page: pages.page + 1, pages: pages.count })}</Text>
        <Turn to={pages.page + 1} label={t('ui:table.next')} pages={pages}>
          <IconChevronRight size={20} aria-hidden />
        </Turn>
      </Group>
    </Group>
  );
}

type TurnProps = { to: number; label: string; pages: WalkPagesProps['pages']; children: ReactNode };

function Turn({ to, label, pages, children }: TurnProps) {
  return (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={label}
      disabled={to < 0 || to >= pages.count}
      onClick={() => pages.setPage(to)}
    >
      {children}
    </ActionIcon>
  );
}
