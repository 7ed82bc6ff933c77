import { Alert, Button, Group, List, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { user } from '#contract/account/user.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { endSession } from '../../session.ts';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { useSession } from '../../use-session.ts';
import { IdentityFields, identityBody, noIdentity } from '../IdentityFields.tsx';
import { showRefusal } from '../password-refusal.ts';

/** Export of one's own data, then removal of the account. */
export function RemovalSection() {
  const { t } = useTranslation('account');
  const [asking, setAsking] = useState(false);
  return (
    <Section title={t('removal.title')} hint={t('removal.hint')}>
      <Group justify="flex-end">
        <Button component="a" href={`/api${user.download.path}`} download variant="default">
          {t('removal.download')}
        </Button>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          {t('removal.open')}
        </Button>
      </Group>
      {asking && <RemovalDialog onClose={() => setAsking(false)} />}
    </Section>
  );
}

function RemovalDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const { t: ui } = useTranslation();
  const preview = useApi(user.removal, {});
  const { session } = useSession();
  const twoStep = session?.twoStep === true;
  const form = useForm({
    endpoint: user.remove,
    initial: noIdentity,
    send: (identity) => ({ body: identityBody(identity, twoStep) }),
    success: false,
    onFailure: (failure): boolean => showRefusal(form, failure, t('login.locked')),
    onSaved: endSession,
  });
  const ending = preview.data?.businesses.filter(({ ends }) => ends !== null) ?? [];
  const busy = ending.filter(({ ends }) => ends && Object.values(ends).some((count) => count > 0));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('removal.title')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Form form={form} guard={false}>
        <Text>{t('removal.goes')}</Text>
        <Text>{t('removal.stays')}</Text>
        {preview.error && !preview.data && (
          <ErrorState
            failure={preview.error}
            title={t('failures.user.removal')}
            retry={() => void preview.refetch()}
          />
        )}
        {ending.length > 0 && (
          <div>
            <Text fw={600}>{t('removal.ending')}</Text>
            <List>
              {ending.map(({ id, name }) => (
                <List.Item key={id}>{name}</List.Item>
              ))}
            </List>
          </div>
        )}
        {busy.map(({ id, name, ends }) => (
          <Alert key={id} color="red" variant="light" title={t('removal.busy', { business: name })}>
            {ends && t('removal.bonds', ends)}
          </Alert>
        ))}
        <IdentityFields form={form} twoStep={twoStep} autoFocus={false} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui('act.cancel')}
          </Button>
          <Button
            type="submit"
            color="red"
            disabled={!preview.data || busy.length > 0}
            loading={form.pending}
          >
            {t('removal.submit')}
          </Button>
        </Group>
      </Form>
    </Modal>
  );
}
