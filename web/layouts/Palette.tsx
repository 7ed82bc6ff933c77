import { useTranslation } from '../i18n.ts';
import type { Session } from '../session.ts';
import CommandPalette from '../ui/CommandPalette.tsx';
import { menuOf } from './menu.ts';
import { actsFor } from './palette-acts.ts';
import { recordsFor } from './palette-records.ts';

type PaletteProps = { session: Session; asked: number; onCode: (code: string) => void };

/** The command palette with the screens and records of this product. */
export default function Palette({ session, asked, onCode }: PaletteProps) {
  const { t } = useTranslation();
  const { home, groups } = menuOf(session);
  const acts = actsFor(session).map(({ label, to }) => ({
    key: `act ${label}`,
    label: t(`palette.act.${label}`),
    group: t('palette.acts'),
    to,
  }));
  const screens = [
    ...(home ? [{ key: home.to, label: t('menu.home'), group: t('menu.business'), to: home.to }] : []),
    ...groups.flatMap((group) =>
      group.items.map((item) => ({
        key: item.to,
        label: t(`menu.${item.label}`),
        group: t(`menu.${group.label}`),
        to: item.to,
      })),
    ),
  ];
  return (
    <CommandPalette
      screens={screens}
      acts={acts}
      records={recordsFor(session, t)}
      asked={asked}
      onCode={onCode}
    />
  );
}
