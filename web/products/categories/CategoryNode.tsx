import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import { IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { api } from '#contract/index.ts';
import type { CategoryRow } from '#contract/products/category.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { confirm } from '../../ui/dialog/confirm.ts';
import { Link, useGo } from '../../ui/page/navigation.tsx';
import { useSession } from '../../use-session.ts';
import classes from './CategoryTree.module.css';
import type { TreeState } from './tree-state.ts';

type NodeProps = { row: CategoryRow; level: number; tree: TreeState; first: boolean; children: ReactNode };

/** One category of the tree and, if open, its children. */
export function CategoryNode({ row, level, tree, first, children }: NodeProps) {
  const { t } = useTranslation('products');
  const expandable = row.children > 0;
  const isOpen = expandable && tree.open.has(row.id);
  const isActive = tree.active === null ? first : tree.active === row.id;
  return (
    <div
      role="treeitem"
      aria-label={row.description}
      aria-level={level}
      aria-expanded={expandable ? isOpen : undefined}
      aria-selected={false}
      tabIndex={isActive ? 0 : -1}
      data-id={row.id}
      className={classes.node}
      onFocus={(event) => event.target === event.currentTarget && tree.setActive(row.id)}
    >
      <div className={classes.row} style={{ paddingLeft: (level - 1) * 24 }}>
        <ActionIcon
          size="md"
          tabIndex={-1}
          className={classes.twist}
          data-open={isOpen}
          style={expandable ? undefined : { visibility: 'hidden' }}
          aria-label={t(isOpen ? 'categories.collapse' : 'categories.expand', { name: row.description })}
          onClick={() => tree.toggle(row.id, !isOpen)}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
        <Anchor
          component={Link}
          to={paths.products.category(row.id)}
          className={classes.name}
          data-act="open"
          tabIndex={-1}
        >
          {row.description}
        </Anchor>
        {row.products > 0 && (
          <Anchor
            component={Link}
            to={paths.products.list({ query: `category:${row.id}` })}
            size="sm"
            c="dimmed"
            tabIndex={isActive ? 0 : -1}
          >
            {t('categories.products', { count: row.products })}
          </Anchor>
        )}
        <NodeActions row={row} tabIndex={isActive ? 0 : -1} />
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: the group of a tree, not of form fields
        <div role="group" className={classes.group}>
          {children}
        </div>
      )}
    </div>
  );
}

function NodeActions({ row, tabIndex }: { row: CategoryRow; tabIndex: number }) {
  const { t } = useTranslation(['products', 'ui']);
  const { can } = useSession();
  const go = useGo();
  const remove = useAct(api.categories.remove);
  const name = row.description;
  const holds = row.children > 0 || row.products > 0;
  const removeLabel = t('categories.remove', { name });
  const askAndRemove = async () => {
    const sure = await confirm({
      title: t('categories.removeSure', { name }),
      message: t('categories.removeText'),
      confirm: t('ui:act.remove'),
      tone: 'bad',
    });
    if (sure) await remove.run({ params: { id: row.id } });
  };
  return (
    <span className={classes.actions}>
      {can('categories.create') && (
        <Tooltip label={t('categories.newChild')}>
          <ActionIcon
            size="md"
            tabIndex={tabIndex}
            data-act="add"
            aria-label={t('categories.add', { name })}
            onClick={() => go(paths.products.createSubcategory(row.id))}
          >
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {can('categories.delete') && (
        <Tooltip label={holds ? t('categories.holds') : removeLabel}>
          <ActionIcon
            size="md"
            tabIndex={tabIndex}
            data-act="remove"
            aria-label={
              holds
                ? `${removeLabel}. ${t('ui:action.unavailable', { reason: t('categories.holds') })}`
                : removeLabel
            }
            aria-disabled={holds || undefined}
            data-disabled={holds || undefined}
            loading={remove.pending}
            onClick={() => !holds && void askAndRemove()}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  );
}
