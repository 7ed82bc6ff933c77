import { Menu, Text, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import { locales } from '#contract/messages/locale.ts';
import { useAct } from '../acts.ts';
import { chooseLocale, useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { leaveStation, signOut } from '../session-acts.ts';
import { isStation } from '../station.ts';
import { useOpenAtOnce } from '../ui/on-demand.tsx';
import { useGo } from '../ui/page/navigation.tsx';
import classes from './DefaultLayout.module.css';
import { type PersonProps, PersonTrigger } from './PersonTrigger.tsx';

const schemes = ['light', 'dark', 'auto'] as const;

/** Profile, language, appearance and sign-out. */
export default function PreferencesMenu({ session }: PersonProps) {
  const { t } = useTranslation();
  const go = useGo();
  const { target, opened, setOpened } = useOpenAtOnce();
  const leave = async () => {
    if (session.station) return leaveStation();
    await signOut();
    go(isStation() ? paths.account.station() : paths.account.login());
  };
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <PersonTrigger session={session} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text size="sm" fw={600} truncate>
            {session.user.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {session.user.email}
          </Text>
        </div>
        {!session.station && (
          <Menu.Item
            leftSection={<IconUser size={16} aria-hidden />}
            onClick={() => go(paths.account.user())}
          >
            {t('menu.user')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <LanguageItems isAtStation={session.station !== null} />
        <Menu.Divider />
        <SchemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>
          {t('menu.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The language goes with the account to other devices; at a station it is only that of the device. */
function LanguageItems({ isAtStation }: { isAtStation: boolean }) {
  const { t, i18n } = useTranslation();
  const keep = useAct(api.user.update, { success: false });
  const choose = (value: string) => {
    const locale = locales.find((other) => other === value);
    if (!locale) return;
    void chooseLocale(locale);
    if (!isAtStation) void keep.run({ body: { locale } });
  };
  return (
    <>
      <Menu.Label>{t('language.title')}</Menu.Label>
      <Menu.RadioGroup value={i18n.language} onChange={choose}>
        {locales.map((locale) => (
          <Menu.RadioItem key={locale} value={locale} lang={locale === 'pt' ? 'pt-BR' : 'en'}>
            {t(`language.${locale}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

function SchemeItems() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (value: string) => {
    const scheme = schemes.find((other) => other === value);
    if (scheme) setColorScheme(scheme);
  };
  return (
    <>
      <Menu.Label>{t('scheme.title')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={choose}>
        {schemes.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {t(`scheme.${scheme}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
