import { UnstyledButton } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useTranslation } from '../i18n.ts';
import type { Session } from '../session.ts';
import { Link } from '../ui/page/navigation.tsx';
import classes from './DefaultLayout.module.css';
import { MenuCount } from './MenuCount.tsx';
import { type MenuItem, menuOf } from './menu.ts';

type MenuPanelProps = { session: Session; folded: boolean; pathname: string };

/** The groups of the menu; folded, only icons with their names as tooltips. */
export function MenuPanel({ session, folded, pathname }: MenuPanelProps) {
  const { t } = useTranslation();
  const groups = menuOf(session);
  const current = currentItem(
    groups.flatMap((group) => group.items),
    pathname,
  );
  return groups.map((group) => (
    <div key={group.label} className={classes.group} data-folded={folded}>
      <h2 className={classes.groupName}>{t(`menu.${group.label}`)}</h2>
      <ul>
        {group.items.map((item) => (
          <li key={item.to}>
            <Link
              to={item.to}
              className={classes.item}
              aria-current={item === current ? 'page' : undefined}
              ref={item === current ? showInMenu : undefined}
              aria-label={folded ? t(`menu.${item.label}`) : undefined}
              title={folded ? t(`menu.${item.label}`) : undefined}
            >
              <item.icon size={19} stroke={1.7} aria-hidden />
              {!folded && <span>{t(`menu.${item.label}`)}</span>}
              {item.counts && <MenuCount />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** A menu longer than the window begins where the reader is. `scrollIntoView` would have Tab go on from there. */
function showInMenu(link: HTMLElement | null): void {
  const groups = link?.closest('#menu > *');
  if (!link || !groups) return;
  const [shown, item] = [groups.getBoundingClientRect(), link.getBoundingClientRect()];
  groups.scrollTop += Math.max(0, item.bottom - shown.bottom) + Math.min(0, item.top - shown.top);
}

/** `/products/product/7` belongs to `/products/product/list`: the item whose folder the path shares longest. */
function currentItem(items: readonly MenuItem[], pathname: string): MenuItem | undefined {
  const exact = items.find((item) => item.to === pathname);
  if (exact) return exact;
  const folder = (path: string) => path.replace(/\/list$/, '');
  return items
    .filter((item) => pathname.startsWith(`${folder(item.to)}/`))
    .sort((one, other) => folder(other.to).length - folder(one.to).length)[0];
}

export function FoldButton({ folded, setFolded }: { folded: boolean; setFolded: (folded: boolean) => void }) {
  const { t } = useTranslation();
  const Icon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const label = t(folded ? 'menu.unfold' : 'menu.fold');
  return (
    <UnstyledButton
      className={classes.fold}
      onClick={() => setFolded(!folded)}
      aria-label={label}
      aria-expanded={!folded}
    >
      <Icon size={19} stroke={1.7} aria-hidden />
      {!folded && <span>{label}</span>}
    </UnstyledButton>
  );
}
