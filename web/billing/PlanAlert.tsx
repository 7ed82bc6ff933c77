import { Alert, Anchor } from '@mantine/core';
import { IconGauge } from '@tabler/icons-react';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { Link } from '../ui/page/navigation.tsx';

export default function PlanAlert({ percent }: { percent: number }) {
  const { t } = useTranslation('billing');
  return (
    <Alert color={percent >= 100 ? 'red' : 'yellow'} icon={<IconGauge aria-hidden />} role="status">
      {percent >= 100 ? t('plan.full') : t('plan.warning', { percent })}{' '}
      <Anchor component={Link} to={paths.billing.plans()} inherit underline="always">
        {t('history.manage')}
      </Anchor>
    </Alert>
  );
}
