import { Button, Code, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';
import { CopyButton } from '../../ui/page/CopyButton.tsx';
import classes from './RecoveryCodes.module.css';

/** Shown once. Clicking outside or pressing Escape does not close it, because the codes would be lost. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('account');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('twoStep.codesTitle')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Stack className={classes.codes}>
          <Text>{t('twoStep.codesText')}</Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            {codes.map((code) => (
              <Code key={code} fz="md" ta="center">
                {code}
              </Code>
            ))}
          </SimpleGrid>
        </Stack>
        <Group justify="flex-end">
          <CopyButton value={codes.join('\n')} label={t('twoStep.copy')} />
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('twoStep.print')}
          </Button>
          <Button onClick={onClose}>{t('twoStep.codesDone')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
