import { ActionIcon, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import type { Locale } from '#contract/messages/locale.ts';
import { chooseLocale, useTranslation } from '../i18n.ts';
import classes from './EntryLayout.module.css';

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
const following = { light: 'dark', dark: 'auto', auto: 'light' } as const;

/** Language and appearance for guest pages. */
export function GuestPreferences() {
  const { t, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const other: Locale = i18n.language === 'pt' ? 'en' : 'pt';
  const Icon = icons[colorScheme];
  return (
    <div className={classes.preferences}>
      <UnstyledButton
        className={classes.language}
        lang={other === 'pt' ? 'pt-BR' : 'en'}
        onClick={() => void chooseLocale(other)}
      >
        <IconLanguage size={16} aria-hidden /> {t(`language.${other}`)}
      </UnstyledButton>
      <ActionIcon
        aria-label={`${t('scheme.title')}: ${t(`scheme.${colorScheme}`)}`}
        onClick={() => setColorScheme(following[colorScheme])}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
