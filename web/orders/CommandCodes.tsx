import { Button, Modal, Stack, Text } from '@mantine/core';
import { IconBarcode, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../i18n.ts';
import { Barcode } from '../ui/codes.tsx';
import classes from './CommandCodes.module.css';

type CommandCodesProps = {
  /** Names the button and the dialog that it opens. */
  title: string;
  hint: string;
  /** Each code with what a scan of it does. */
  codes: readonly { code: string; act: string }[];
};

/** Codes that act when they are scanned, to be printed and kept where the hands are. */
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
