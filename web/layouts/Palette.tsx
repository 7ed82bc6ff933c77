import { locales } from '#contract/messages/locale.ts';
import { i18n, useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import type { Session } from '../session.ts';
import { switchBusiness } from '../session-acts.ts';
import CommandPalette, { type PaletteScreen } from '../ui/CommandPalette.tsx';
import { useGo } from '../ui/page/navigation.tsx';
import { menuOf } from './menu.ts';
import { actsFor } from './palette-acts.ts';
import { listAreas } from './palette-areas.ts';
import { listActsFor, viewsFor } from './palette-lists.ts';
import { recordsFor } from './palette-records.ts';
import { schemes, usePersonActs } from './person-acts.ts';

type PaletteProps = { session: Session; asked: number; onCode: (code: string) => void };

/** The command palette with the screens, acts and records of this product. */
export default function Palette({ session, asked, onCode }: PaletteProps) {
  const { t } = useTranslation(['palette', 'ui']);
  const { home, groups } = menuOf(session);
  // Without a network, the palette opens without what it could not load.
  const areLoaded = listAreas.every((area) => i18n.isLoaded(area));
  const acts = actsFor(session).map(({ label, to }) => ({
    key: `act ${label}`,
    label: t(`act.${label}`),
    group: t('acts'),
    words: t(`actWords.${label}`),
    to,
  }));
  const items = groups.flatMap((group) => group.items.map((item) => ({ item, group: group.label })));
  const screens = [...(home ? [{ item: home, group: 'business' as const }] : []), ...items].map(
    ({ item, group }) => ({
      key: item.to,
      label: t(`ui:menu.${item.label}`),
      group: t(`ui:menu.${group}`),
      words: t(`words.${item.label}`),
      to: item.to,
    }),
  );
  return (
    <CommandPalette
      screens={screens}
      views={areLoaded ? viewsFor(session, t) : []}
      acts={[...acts, ...(areLoaded ? listActsFor(session, t) : []), ...useFrameActs(session, onCode)]}
      records={recordsFor(session, t)}
      asked={asked}
      onCode={onCode}
    />
  );
}

/** What the bar and the menus of the frame do. */
function useFrameActs(session: Session, onCode: (code: string) => void): PaletteScreen[] {
  const { t } = useTranslation(['palette', 'ui']);
  const go = useGo();
  const person = usePersonActs(session);
  const others = session.businesses.filter(({ id }) => id !== session.business?.id);
  return [
    {
      key: 'scan',
      label: t('ui:scan.anywhere'),
      group: t('acts'),
      words: t('frame.scan'),
      run: () => onCode(''),
    },
    ...schemes.map((scheme) => ({
      key: `scheme ${scheme}`,
      label: t(scheme),
      group: t('ui:scheme.title'),
      words: t('frame.scheme'),
      run: () => person.chooseScheme(scheme),
    })),
    ...locales.map((locale) => ({
      key: `language ${locale}`,
      label: t(`ui:language.${locale}`),
      group: t('ui:language.title'),
      words: t(`frame.languages.${locale}`),
      run: () => person.chooseLanguage(locale),
    })),
    ...others.map(({ id, name }) => ({
      key: `business ${id}`,
      label: t('switchTo', { name }),
      group: t('ui:menu.switchBusiness'),
      words: t('frame.business'),
      run: async () => {
        if (await switchBusiness(id)) go(paths.business.home());
      },
    })),
    {
      key: 'sign-out',
      label: t('ui:menu.signOut'),
      group: session.user.name,
      words: t('frame.signOut'),
      run: () => void person.leave(),
    },
  ];
}
