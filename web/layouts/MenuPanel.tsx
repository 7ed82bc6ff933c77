import { UnstyledButton } from '@mantine/core';
import {
  IconAdjustments,
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconEye,
  IconEyeOff,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPin,
  IconPinFilled,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../i18n.ts';
import type { Session } from '../session.ts';
import { Link } from '../ui/page/navigation.tsx';
import classes from './DefaultLayout.module.css';
import { MenuCount } from './MenuCount.tsx';
import { type MenuGroup, type MenuItem, menuOf, openGroups } from './menu.ts';
import { useMenuChoices } from './menu-choices.ts';

type MenuPanelProps = {
  session: Session;
  /** Only icons, with their names as tooltips. */
  folded: boolean;
  pathname: string;
  setFolded: (folded: boolean) => void;
};

/** The menu: home, what the person pinned, then the groups in the order of use. */
export function MenuPanel({ session, folded, pathname, setFolded }: MenuPanelProps) {
  const { t } = useTranslation();
  const { home, groups } = menuOf(session);
  const { choices, togglePin, toggleHidden, setOpen } = useMenuChoices();
  const [arranging, setArranging] = useState(false);
  const items = groups.flatMap((group) => group.items);
  const current = currentItem(home ? [home, ...items] : items, pathname);
  const open = openGroups(groups, session);
  const isOpen = ({ label }: MenuGroup) =>
    folded || arranging || (choices.open[label] ?? open.includes(label));
  const isPinned = (item: MenuItem) => choices.pinned.includes(item.to);
  const entry = (item: MenuItem) => (
    <Entry key={item.to} item={item} folded={folded} current={item === current} />
  );
  const arranged = (item: MenuItem) => (
    <Arranged
      key={item.to}
      item={item}
      pinned={isPinned(item)}
      hidden={choices.hidden.includes(item.to)}
      togglePin={() => togglePin(item.to)}
      toggleHidden={() => toggleHidden(item.to)}
    />
  );
  const shown = (group: MenuGroup) =>
    group.items.filter((item) => !isPinned(item) && (item === current || !choices.hidden.includes(item.to)));
  const pinned = items.filter(isPinned);
  return (
    <>
      <div className={classes.groups}>
        {home && !arranging && (
          <ul className={classes.group} data-folded={folded}>
            {entry(home)}
          </ul>
        )}
        {pinned.length > 0 && !arranging && (
          <div className={classes.group} data-folded={folded}>
            <h2 className={classes.groupName}>{t('menu.pinned')}</h2>
            <ul>{pinned.map(entry)}</ul>
          </div>
        )}
        {groups.map((group) => {
          const rows = arranging ? group.items : shown(group);
          if (rows.length === 0) return null;
          return (
            <div key={group.label} className={classes.group} data-folded={folded}>
              <GroupName
                group={group}
                open={isOpen(group)}
                fixed={folded || arranging}
                setOpen={(open) => setOpen(group.label, open)}
              />
              <ul>
                {isOpen(group)
                  ? rows.map(arranging ? arranged : entry)
                  : // The item of the open screen shows in a folded group too.
                    rows.filter((item) => item === current).map(entry)}
              </ul>
            </div>
          );
        })}
      </div>
      {!folded && (
        <UnstyledButton
          className={classes.fold}
          aria-pressed={arranging}
          onClick={() => setArranging(!arranging)}
        >
          {arranging ? (
            <IconCheck size={19} stroke={1.7} aria-hidden />
          ) : (
            <IconAdjustments size={19} stroke={1.7} aria-hidden />
          )}
          <span>{t(arranging ? 'menu.arranged' : 'menu.arrange')}</span>
        </UnstyledButton>
      )}
      <FoldButton folded={folded} setFolded={setFolded} />
    </>
  );
}

function GroupName(props: {
  group: MenuGroup;
  open: boolean;
  fixed: boolean;
  setOpen: (open: boolean) => void;
}) {
  const { t } = useTranslation();
  const name = t(`menu.${props.group.label}`);
  if (props.fixed) return <h2 className={classes.groupName}>{name}</h2>;
  const Icon = props.open ? IconChevronDown : IconChevronRight;
  return (
    <h2 className={classes.groupName}>
      <UnstyledButton
        className={classes.groupToggle}
        aria-expanded={props.open}
        onClick={() => props.setOpen(!props.open)}
      >
        {name}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </h2>
  );
}

function Entry({ item, folded, current }: { item: MenuItem; folded: boolean; current: boolean }) {
  const { t } = useTranslation();
  const name = t(`menu.${item.label}`);
  return (
    <li>
      <Link
        to={item.to}
        className={classes.item}
        aria-current={current ? 'page' : undefined}
        ref={current ? showInMenu : undefined}
        aria-label={folded ? name : undefined}
        title={folded ? name : undefined}
      >
        <item.icon size={19} stroke={1.7} aria-hidden />
        {!folded && <span>{name}</span>}
        {item.counts && <MenuCount />}
      </Link>
    </li>
  );
}

type ArrangedProps = {
  item: MenuItem;
  pinned: boolean;
  hidden: boolean;
  togglePin: () => void;
  toggleHidden: () => void;
};

/** While the menu is arranged, an item is pinned or hidden instead of opened. */
function Arranged({ item, pinned, hidden, togglePin, toggleHidden }: ArrangedProps) {
  const { t } = useTranslation();
  const name = t(`menu.${item.label}`);
  const Pin = pinned ? IconPinFilled : IconPin;
  const Eye = hidden ? IconEyeOff : IconEye;
  return (
    <li className={classes.item} data-hidden={hidden}>
      <item.icon size={19} stroke={1.7} aria-hidden />
      <span className={classes.arrangedName}>{name}</span>
      <UnstyledButton
        className={classes.arrange}
        aria-pressed={pinned}
        aria-label={t('menu.pin', { name })}
        onClick={togglePin}
      >
        <Pin size={17} aria-hidden />
      </UnstyledButton>
      <UnstyledButton
        className={classes.arrange}
        aria-pressed={hidden}
        aria-label={t('menu.hide', { name })}
        onClick={toggleHidden}
      >
        <Eye size={17} aria-hidden />
      </UnstyledButton>
    </li>
  );
}

/** A long menu is scrolled to the current item. `scrollIntoView` would also move the start of Tab. */
function showInMenu(link: HTMLElement | null): void {
  const groups = link?.closest('#menu > *');
  if (!link || !groups) return;
  const [shown, item] = [groups.getBoundingClientRect(), link.getBoundingClientRect()];
  groups.scrollTop += Math.max(0, item.bottom - shown.bottom) + Math.min(0, item.top - shown.top);
}

/** `/products/product/7` belongs to `/products/product/list`: the item whose folder the path shares longest. */
function currentItem(items: readonly MenuItem[], pathname: string): MenuItem | undefined {
  const places = items.flatMap((item) =>
    [item.to, ...(item.also ? [item.also] : [])].map((to) => ({ item, to })),
  );
  const exact = places.find(({ to }) => to === pathname);
  if (exact) return exact.item;
  const folder = (path: string) => path.replace(/\/list$/, '');
  return places
    .filter(({ to }) => pathname.startsWith(`${folder(to)}/`))
    .sort((one, other) => folder(other.to).length - folder(one.to).length)[0]?.item;
}

function FoldButton({ folded, setFolded }: { folded: boolean; setFolded: (folded: boolean) => void }) {
  const { t } = useTranslation();
  const Icon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const label = t(folded ? 'menu.unfold' : 'menu.fold');
  return (
    <UnstyledButton
      className={classes.fold}
      data-rail
      onClick={() => setFolded(!folded)}
      aria-label={label}
      aria-expanded={!folded}
    >
      <Icon size={19} stroke={1.7} aria-hidden />
      {!folded && <span>{label}</span>}
    </UnstyledButton>
  );
}
