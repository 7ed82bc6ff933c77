import { Menu, Text } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { locales } from '#contract/messages/locale.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useOpenAtOnce } from '../ui/on-demand.tsx';
import { useGo } from '../ui/page/navigation.tsx';
import classes from './DefaultLayout.module.css';
import { type PersonProps, PersonTrigger } from './PersonTrigger.tsx';
import { schemes, usePersonActs } from './person-acts.ts';

/** Profile, language, appearance and sign-out. */
export default function PreferencesMenu({ session }: PersonProps) {
  const { t } = useTranslation();
  const go = useGo();
  const { target, opened, setOpened } = useOpenAtOnce();
  const acts = usePersonActs(session);
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
        <LanguageItems choose={acts.chooseLanguage} />
        <Menu.Divider />
        <SchemeItems scheme={acts.scheme} choose={acts.chooseScheme} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void acts.leave()}>
          {t('menu.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type Acts = ReturnType<typeof usePersonActs>;

function LanguageItems({ choose }: { choose: Acts['chooseLanguage'] }) {
  const { t, i18n } = useTranslation();
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

function SchemeItems({ scheme: chosen, choose }: { scheme: string; choose: Acts['chooseScheme'] }) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Label>{t('scheme.title')}</Menu.Label>
      <Menu.RadioGroup value={chosen} onChange={choose}>
        {schemes.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {t(`scheme.${scheme}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
