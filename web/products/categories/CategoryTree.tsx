import { Button, Paper, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { CategoryNode } from './CategoryNode.tsx';
import classes from './CategoryTree.module.css';
import { moveInTree } from './tree-keys.ts';
import type { TreeState } from './tree-state.ts';

const pageSize = 100;

/** An accessible tree: arrow keys move, open and close; branches load when opened. */
export function CategoryTree({ emptyAction }: { emptyAction?: ReactNode }) {
  const { t } = useTranslation('products');
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [active, setActive] = useState<number | null>(null);
  const toggle = (id: number, isOpen: boolean) =>
    setOpen((former) => {
      const next = new Set(former);
      if (isOpen) next.add(id);
      else next.delete(id);
      return next;
    });
  return (
    <Paper p="xs">
      <div
        ref={root}
        role="tree"
        aria-label={t('categories.tree')}
        className={classes.tree}
        onKeyDown={(event) => moveInTree(event, root.current, toggle)}
      >
        <Branch
          father={null}
          level={1}
          tree={{ open, toggle, active, setActive }}
          emptyAction={emptyAction}
        />
      </div>
    </Paper>
  );
}

type BranchProps = {
  father: number | null;
  level: number;
  tree: TreeState;
  emptyAction?: ReactNode;
  page?: number;
};

/** Subcategories in pages, loaded on demand. */
export function Branch({ father, level, tree, emptyAction, page = 1 }: BranchProps) {
  const { t } = useTranslation('products');
  const [more, setMore] = useState(false);
  const query = { page: String(page), size: String(pageSize) };
  const top = useApi(
    api.categories.list,
    { query: { ...query, query: 'top:yes' } },
    { enabled: father === null },
  );
  const below = useApi(
    api.categories.children,
    { params: { id: father ?? 0 }, query },
    { enabled: father !== null },
  );
  const found = father === null ? top : below;
  const rows = found.data?.items ?? [];
  if (found.error && !found.data) {
    return (
      <div role="none">
        <ErrorState
          failure={found.error}
          title={actMessage('failures', father === null ? 'categories.list' : 'categories.children')}
          retry={() => void found.refetch()}
        />
      </div>
    );
  }
  if (found.isPending) {
    return (
      <div role="none">
        <Stack gap={6} p={6}>
          {(father === null ? [1, 2, 3, 4, 5] : [1]).map((line) => (
            <Skeleton key={line} height={24} ml={(level - 1) * 24} />
          ))}
        </Stack>
      </div>
    );
  }
  if (rows.length === 0 && father === null && page === 1) {
    return (
      <div role="none">
        <EmptyState title={t('categories.empty')} hint={t('categories.emptyHint')} action={emptyAction} />
      </div>
    );
  }
  return (
    <>
      {rows.map((row, index) => (
        <CategoryNode
          key={row.id}
          row={row}
          level={level}
          tree={tree}
          first={father === null && page === 1 && index === 0}
        >
          <Branch father={row.id} level={level + 1} tree={tree} />
        </CategoryNode>
      ))}
      {found.data && page < found.data.pages && !more && (
        <div role="none" style={{ paddingLeft: level * 24 }}>
          <Button variant="subtle" size="compact-sm" onClick={() => setMore(true)}>
            {t('categories.more')}
          </Button>
        </div>
      )}
      {more && <Branch father={father} level={level} tree={tree} page={page + 1} />}
    </>
  );
}
