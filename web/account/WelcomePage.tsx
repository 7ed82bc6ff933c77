import { Button, Group, Text, Title } from '@mantine/core';
import {
  IconAd2,
  IconBarcode,
  IconBuildingStore,
  IconBuildingWarehouse,
  IconPackages,
  IconQrcode,
  IconShoppingCart,
  IconTag,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { Link } from '../ui/page/navigation.tsx';
import classes from './entry.module.css';

const stops = [
  { key: 'shelf', hint: 'shelfHint', icon: IconPackages },
  { key: 'offer', hint: 'offerHint', icon: IconTag },
  { key: 'advertisement', hint: 'advertisementHint', icon: IconAd2 },
  { key: 'bench', hint: 'benchHint', icon: IconBarcode },
  { key: 'invoice', hint: 'invoiceHint', icon: IconQrcode },
] as const;

const sides = [
  { key: 'sellers', text: 'sellersText', icon: IconShoppingCart },
  { key: 'suppliers', text: 'suppliersText', icon: IconBuildingStore },
  { key: 'warehouses', text: 'warehousesText', icon: IconBuildingWarehouse },
] as const;

export default function WelcomePage() {
  const { t } = useTranslation('account');
  useEffect(() => {
    document.title = 'Easy';
  }, []);
  return (
    <div data-wide className={classes.welcome}>
      <div className={classes.hero}>
        <div>
          <h1 className={classes.title}>{t('welcome.title')}</h1>
          <p className={classes.lead}>{t('welcome.lead')}</p>
          <Group mt="lg">
            <Button component={Link} to={paths.account.registerBusiness()} size="md">
              {t('welcome.register')}
            </Button>
            <Button component={Link} to={paths.account.login()} size="md" variant="default">
              {t('welcome.login')}
            </Button>
          </Group>
        </div>
        <Route />
      </div>
      <div className={classes.sides}>
        {sides.map(({ key, text, icon: Icon }) => (
          <section key={key}>
            <Group gap={8}>
              <Icon size={20} aria-hidden color="var(--easy-accent)" />
              <Title order={2}>{t(`welcome.${key}`)}</Title>
            </Group>
            <Text c="dimmed" mt={6}>
              {t(`welcome.${text}`)}
            </Text>
          </section>
        ))}
      </div>
    </div>
  );
}

/** The stages of a sale in the product, from stock to paid invoice. */
function Route() {
  const { t } = useTranslation('account');
  return (
    <div className={classes.panel}>
      <ol className={classes.route} aria-label={t('welcome.steps')}>
        {stops.map(({ key, hint, icon: Icon }) => (
          <li key={key} className={classes.stop}>
            <span className={classes.mark} aria-hidden>
              <Icon size={22} stroke={1.7} />
            </span>
            <span>
              <Text span fw={650} display="block">
                {t(`welcome.${key}`)}
              </Text>
              <Text span size="sm" display="block">
                {t(`welcome.${hint}`)}
              </Text>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
