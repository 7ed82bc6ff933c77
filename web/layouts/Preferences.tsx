import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconCheck,
  IconDeviceDesktop,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { locales } from '#contract/messages/locale.ts';
import { chooseLocale } from '../i18n.ts';
import { paths } from '../paths.ts';
import type { Session } from '../session.ts';
import { signOut } from '../session-acts.ts';
import { useGo } from '../ui/navigation.tsx';
import classes from './DefaultLayout.module.css';

const schemes = [
  { scheme: 'light', icon: IconSun },
  { scheme: 'dark', icon: IconMoon },
  { scheme: 'auto', icon: IconDeviceDesktop },
] as const;

/** The person's corner: profile, language, appearance, sign-out. */
export function Preferences({ session }: { session: Session }) {
  const { t } = useTranslation();
  const go = useGo();
  const leave = async () => {
    await signOut();
    go(paths.account.login());
  };
  return (
    <Menu position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.person} aria-label={t('menu.personal')}>
          <Avatar size={30} radius="xl" color="petrol" variant="filled" name={session.user.name} alt="" />
        </UnstyledButton>
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
        <Menu.Item leftSection={<IconUser size={16} aria-hidden />} onClick={() => go(paths.account.user())}>
          {t('menu.user')}
        </Menu.Item>
        <Menu.Divider />
        <LanguageItems />
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

function LanguageItems() {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Menu.Label>{t('language.title')}</Menu.Label>
      {locales.map((locale) => (
        <Menu.Item
          key={locale}
          role="menuitemradio"
          aria-checked={i18n.language === locale}
          lang={locale === 'pt' ? 'pt-BR' : 'en'}
          leftSection={<IconLanguage size={16} aria-hidden />}
          rightSection={i18n.language === locale && <IconCheck size={16} aria-hidden />}
          onClick={() => void chooseLocale(locale)}
        >
          {t(`language.${locale}`)}
        </Menu.Item>
      ))}
    </>
  );
}

function SchemeItems() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{t('scheme.title')}</Menu.Label>
      {schemes.map(({ scheme, icon: Icon }) => (
        <Menu.Item
          key={scheme}
          role="menuitemradio"
          aria-checked={colorScheme === scheme}
          leftSection={<Icon size={16} aria-hidden />}
          rightSection={colorScheme === scheme && <IconCheck size={16} aria-hidden />}
          onClick={() => setColorScheme(scheme)}
        >
          {t(`scheme.${scheme}`)}
        </Menu.Item>
      ))}
    </>
  );
}
