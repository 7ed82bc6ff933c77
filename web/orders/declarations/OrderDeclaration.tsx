import { Button, Stack, Text } from '@mantine/core';
import { IconBan, IconFileText, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { DeclarationOfSale } from '#contract/orders/content-declaration.ts';
import type { OrderDetail } from '#contract/orders/order.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { useSession } from '../../use-session.ts';
import { ReasonDialog } from '../checkout/ReasonDialog.tsx';
import { answerOf, isRefusal } from '../checkout/shown-refusal.ts';

/** The document of a parcel without an NF-e: issue, print and cancel. */
export function OrderDeclaration({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const issue = useAct(api.contentDeclarations.create);
  const { declaration } = order;
  const possible = order.document === 'not_required' && !order.canceledAt && !order.sentAt;
  if (declaration) return <Issued declaration={declaration} />;
  if (!possible || !can('content-declarations.create')) return null;
  return (
    <Section title={t('declarations.paper.title')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('declarations.none')}</Text>
        <Button
          variant="default"
          loading={issue.pending}
          leftSection={<IconFileText size={16} aria-hidden />}
          onClick={() => issue.run({ body: { orderId: order.id } })}
        >
          {t('declarations.issue')}
        </Button>
      </Stack>
    </Section>
  );
}

function Issued({ declaration }: { declaration: DeclarationOfSale }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const [canceling, setCanceling] = useState(false);
  const cancel = useAct(api.contentDeclarations.cancel, { onFailure: isRefusal });
  const params = { id: declaration.id };
  return (
    <Section title={t('declarations.one', { number: declaration.number })}>
      <Stack gap="sm">
        <Actions
          items={[
            {
              key: 'open',
              label: t('declarations.open'),
              icon: IconPrinter,
              permission: 'content-declarations.read',
              to: paths.orders.declaration(declaration.id),
            },
            {
              key: 'cancel',
              label: t('declarations.cancel'),
              icon: IconBan,
              tone: 'bad',
              permission: 'content-declarations.cancel',
              run: () => setCanceling(true),
            },
          ]}
        />
        {can('content-declarations.create') && <DceKey key={declaration.dceKey} declaration={declaration} />}
      </Stack>
      {canceling && (
        <ReasonDialog
          title={t('declarations.cancel')}
          text={t('declarations.cancelText')}
          label={t('declarations.reason')}
          act={t('declarations.cancel')}
          required
          onClose={() => setCanceling(false)}
          onGiven={async (reason) => answerOf(await cancel.run({ params, body: { reason } }))}
        />
      )}
    </Section>
  );
}

function DceKey({ declaration }: { declaration: DeclarationOfSale }) {
  const { t } = useTranslation('orders');
  const form = useForm({
    endpoint: api.contentDeclarations.update,
    initial: { dceKey: declaration.dceKey ?? '' },
    send: (body) => ({ params: { id: declaration.id }, body }),
  });
  return (
    <Form form={form} guard={false}>
      <Stack gap="xs">
        <TextField
          {...form.field('dceKey')}
          label={t('declarations.dceKey')}
          description={t('declarations.dceHint')}
          inputMode="numeric"
        />
        <DialogSubmit form={form} label={t('declarations.dceSave')} />
      </Stack>
    </Form>
  );
}
