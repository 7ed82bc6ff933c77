import { Menu } from '@mantine/core';
import {
  IconCheck,
  IconDeviceFloppy,
  IconHome,
  IconHomeOff,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { SavedView } from '#contract/business/saved-view.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';
import { confirm } from '../dialog/confirm.ts';
import { useOpenAtOnce } from '../on-demand.tsx';
import classes from './DataTable.module.css';
import { isChanged } from './saved-views.ts';
import { type ViewsProps, ViewsTrigger } from './TableTriggers.tsx';
import { ViewDialog } from './ViewDialog.tsx';

/** Opens, saves and changes the views of a list. */
export default function ViewsMenu(props: ViewsProps) {
  const { saved } = props;
  const { list, views, active } = saved;
  const { t } = useTranslation();
  const { target, opened, setOpened } = useOpenAtOnce();
  const [asked, setAsked] = useState<'save' | 'rename' | null>(null);
  const groups = [
    { label: t('views.mine'), views: views.filter((view) => !view.shared) },
    { label: t('views.shared'), views: views.filter((view) => view.shared) },
  ];
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
        <Menu.Target>
          <ViewsTrigger {...props} ref={target} />
        </Menu.Target>
        <Menu.Dropdown className={classes.views}>
          <ViewItem label={t('views.all')} chosen={!active} onClick={saved.openAll} />
          {groups.map(
            (group) =>
              group.views.length > 0 && (
                <div key={group.label}>
                  <Menu.Label>{group.label}</Menu.Label>
                  {group.views.map((view) => (
                    <ViewItem
                      key={view.id}
                      label={view.name}
                      chosen={view === active}
                      isDefault={view.isDefault}
                      onClick={() => list.openView(view)}
                    />
                  ))}
                </div>
              ),
          )}
          <Menu.Divider />
          {active && <ActiveItems {...props} view={active} onRename={() => setAsked('rename')} />}
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsked('save')}>
            {t('views.save')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked && (
        <ViewDialog
          {...props}
          view={asked === 'rename' ? active : undefined}
          onClose={() => {
            setAsked(null);
            target.current?.focus();
          }}
        />
      )}
    </>
  );
}

type ViewItemProps = { label: string; chosen: boolean; isDefault?: boolean; onClick: () => void };

function ViewItem({ label, chosen, isDefault, onClick }: ViewItemProps) {
  const { t } = useTranslation();
  return (
    <Menu.Item
      aria-current={chosen}
      leftSection={<IconCheck size={16} aria-hidden opacity={chosen ? 1 : 0} />}
      rightSection={isDefault && <IconHome size={14} role="img" aria-label={t('views.opensWith')} />}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  );
}

/** Acts on the open view, by its owner. */
function ActiveItems({
  saved,
  hidden,
  resetColumns,
  view,
  onRename,
}: ViewsProps & { view: SavedView; onRename: () => void }) {
  const { t } = useTranslation();
  const { can } = useSession();
  const update = useAct(api.savedViews.update);
  const remove = useAct(api.savedViews.remove);
  if (view.shared && !can('saved-views.share')) return null;
  const { list } = saved;
  const { id, name, isDefault, version } = view;
  const params = { id };
  const keep = async () => {
    const outcome = await update.run({ params, body: { ...list.kept, hidden: [...hidden] }, version });
    if (outcome.ok) resetColumns();
  };
  const drop = async () => {
    const sure = await confirm({
      title: t('views.removeSure', { name }),
      message: t(view.shared ? 'views.removeShared' : 'views.removeText'),
      confirm: t('views.remove', { name }),
      tone: 'bad',
    });
    if (!sure) return;
    const outcome = await remove.run({ params });
    if (outcome.ok) saved.openAll();
  };
  return (
    <>
      {isChanged(view, list, hidden) && (
        <Item icon={<IconDeviceFloppy size={16} aria-hidden />} run={() => void keep()}>
          {t('views.keep', { name })}
        </Item>
      )}
      <Item
        icon={isDefault ? <IconHomeOff size={16} aria-hidden /> : <IconHome size={16} aria-hidden />}
        run={() => void update.run({ params, body: { isDefault: !isDefault }, version })}
      >
        {t(isDefault ? 'views.dropDefault' : 'views.makeDefault', { name })}
      </Item>
      <Item icon={<IconPencil size={16} aria-hidden />} run={onRename}>
        {t('views.rename', { name })}
      </Item>
      <Item icon={<IconTrash size={16} aria-hidden />} run={() => void drop()}>
        {t('views.remove', { name })}
      </Item>
    </>
  );
}

function Item({ icon, run, children }: { icon: ReactNode; run: () => void; children: ReactNode }) {
  return (
    <Menu.Item leftSection={icon} onClick={run}>
      {children}
    </Menu.Item>
  );
}
