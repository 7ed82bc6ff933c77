import { Button, Modal, Stack, Text } from '@mantine/core';
import { IconBarcode, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../i18n.ts';
import { Barcode } from '../ui/codes.tsx';
import classes from './CommandCodes.module.css';

type CommandCodesProps = {
  /** Label of the button and title of its dialog. */
  title: string;
  hint: string;
  /** Each code with the act of its scan. */
  codes: readonly { code: string; act: string }[];
};

/** Printable codes that trigger an act when they are scanned. */
export function CommandCodes({ title, hint, codes }: CommandCodesProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button
        size="floor"
        variant="default"
        leftSection={<IconBarcode aria-hidden />}
        onClick={() => setShown(true)}
      >
        {title}
      </Button>
      <Modal
        opened={shown}
        onClose={() => setShown(false)}
        title={title}
        closeButtonProps={{ 'aria-label': t('act.close') }}
      >
        <Stack>
          <Text>{hint}</Text>
          <div className={classes.paper}>
            {codes.map(({ code, act }) => (
              <div key={code} className={classes.code}>
                <Barcode value={code} label={code} height={96} />
                <b>{act}</b>
              </div>
            ))}
          </div>
          <Button size="floor" leftSection={<IconPrinter aria-hidden />} onClick={() => window.print()}>
            {t('act.print')}
          </Button>
        </Stack>
      </Modal>
    </>
  );
}
