import { useMantineColorScheme } from '@mantine/core';
import { api } from '#contract/index.ts';
import { type Locale, locales } from '#contract/messages/locale.ts';
import { useAct } from '../acts.ts';
import { chooseLocale } from '../i18n.ts';
import { paths } from '../paths.ts';
import type { Session } from '../session.ts';
import { leaveStation, signOut } from '../session-acts.ts';
import { isStation } from '../station.ts';
import { useGo } from '../ui/page/navigation.tsx';

export const schemes = ['light', 'dark', 'auto'] as const;

/** What the menu of the person and the palette do: language, appearance, sign-out. */
export function usePersonActs(session: Session) {
  const go = useGo();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const keep = useAct(api.user.update, { success: false });
  return {
    leave: async () => {
      if (session.station) return leaveStation();
      await signOut();
      go(isStation() ? paths.account.station() : paths.account.login());
    },
    /** The language goes with the account to other devices; at a station it is only that of the device. */
    chooseLanguage: (value: string) => {
      const locale: Locale | undefined = locales.find((other) => other === value);
      if (!locale) return;
      void chooseLocale(locale);
      if (!session.station) void keep.run({ body: { locale } });
    },
    scheme: colorScheme,
    chooseScheme: (value: string) => {
      const scheme = schemes.find((other) => other === value);
      if (scheme) setColorScheme(scheme);
    },
  };
}
