import { UnstyledButton } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useTranslation } from '../i18n.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { useScannedAnywhere } from '../ui/scan/anywhere.ts';
import classes from './DefaultLayout.module.css';

const PassportDialog = lazyWithFallback(() => import('../inventory/passport/PassportDialog.tsx'));

type PassportProps = { code: string | null; setCode: (code: string | null) => void };

/** Looks up a code that is typed or read by the camera; scanned codes are looked up without it. */
export function PassportButton({ code, setCode }: PassportProps) {
  const { t } = useTranslation();
  useScannedAnywhere(setCode);
  return (
    <>
      <UnstyledButton
        className={classes.runs}
        aria-haspopup="dialog"
        aria-label={t('scan.anywhere')}
        title={t('scan.anywhere')}
        onClick={() => setCode('')}
      >
        <IconScan size={20} aria-hidden />
      </UnstyledButton>
      {code !== null && <PassportDialog key={code} scanned={code} close={() => setCode(null)} />}
    </>
  );
}
