import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Offer } from '#contract/dropshipping/dropship-item.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { call } from '../api.ts';
import { useHistoryAction } from '../business/audit/history-action.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { StockReasons } from '../inventory/StockReasons.tsx';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import { changedFields } from '../ui/form/collection.ts';
import { Form, FormBar } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { Link, useGo, useIdParam } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { Section } from '../ui/page/Section.tsx';
import { UnreadPage } from '../ui/page/UnreadPage.tsx';
import { Quantity } from '../ui/page/values.tsx';
import { useSession } from '../use-session.ts';
import { DropshipItemFields, type TermValues } from './DropshipItemFields.tsx';
import { OfferBadge } from './DropshipItemListPage.tsx';
import { Photo } from './Photo.tsx';

export default function DropshipItemPage() {
  const { t } = useTranslation('dropshipping');
  const id = useIdParam();
  const offer = useApi(api.dropshipItems.detail, { params: { id } });
  if (offer.data) return <OfferEditor key={id} offer={offer.data} />;
  return (
    <UnreadPage
      title={t('offers.one')}
      trail={[{ label: t('offers.title'), to: paths.dropshipping.items() }]}
      failed={actMessage('failures', 'dropshipItems.detail')}
      result={offer}
    />
  );
}

const termsOf = (offer: Offer): TermValues => ({
  quantityCap: offer.quantityCap,
  buffer: offer.buffer,
  price: offer.price ?? null,
  active: offer.active,
  linkedOnly: offer.linkedOnly,
  example: offer.example,
});

const toBody = ({ quantityCap, buffer, price, active, linkedOnly, example }: TermValues) => ({
  quantityCap: quantityCap ?? Number.NaN,
  buffer: buffer ?? Number.NaN,
  price: price ?? Number.NaN,
  active,
  linkedOnly,
  example,
});

function OfferEditor({ offer }: { offer: Offer }) {
  const { t } = useTranslation('dropshipping');
  const { can } = useSession();
  const go = useGo();
  const params = { id: offer.id };
  const remove = useAct(api.dropshipItems.remove, { onSuccess: () => go(paths.dropshipping.items()) });
  const initial = termsOf(offer);
  const form = useForm({
    endpoint: api.dropshipItems.update,
    initial,
    version: offer.version,
    send: (values, version) => ({
      params,
      body: changedFields(toBody(initial), toBody(values)) ?? {},
      version,
    }),
    conflict: {
      load: async () => {
        const now = await call(api.dropshipItems.detail, { params });
        return { values: termsOf(now), version: now.version };
      },
    },
  });
  const history = useHistoryAction('dropshipItems', offer.id);
  return (
    <Page
      width="narrow"
      title={offer.name}
      trail={[{ label: t('offers.title'), to: paths.dropshipping.items() }]}
      badge={<OfferBadge active={offer.active} />}
      actions={
        <Actions
          items={[
            {
              key: 'remove',
              label: t('offers.remove'),
              icon: IconTrash,
              tone: 'bad',
              permission: 'dropship-items.delete',
              refused: offer.publications > 0 && t('offers.used'),
              confirm: {
                title: t('offers.removeSure', { name: offer.name }),
                confirm: t('offers.remove'),
                tone: 'bad',
              },
              run: () => remove.run({ params }),
            },
            history,
          ]}
        />
      }
    >
      <OfferFacts offer={offer} />
      <Form form={form}>
        <fieldset disabled={!can('dropship-items.update')} style={{ display: 'contents' }}>
          <Section title={t('offers.data')}>
            <DropshipItemFields form={form} cost={offer.cost} />
          </Section>
        </fieldset>
        {can('dropship-items.update') && <FormBar form={form} />}
      </Form>
      <Section title={t('offers.stock')}>
        <StockReasons stockId={offer.stockId} />
      </Section>
    </Page>
  );
}

function OfferFacts({ offer }: { offer: Offer }) {
  const { t } = useTranslation('dropshipping');
  return (
    <Section>
      <Group wrap="nowrap" align="start">
        <Photo image={offer.image} size={96} alt={offer.name} />
        <Stack gap={4}>
          <Anchor component={Link} to={paths.products.product(offer.product.id)}>
            {offer.product.name}
          </Anchor>
          <Text size="sm" c="dimmed">
            {[offer.sku, offer.gtin, offer.warehouse.name].filter(Boolean).join(' · ')}
          </Text>
          <Text>
            {t('offers.available')}: <strong>{<Quantity value={offer.available} />}</strong>
          </Text>
          <Text size="sm" c="dimmed" title={t('offers.publicationsHint')}>
            {t('offers.publications')}: <Quantity value={offer.publications} />
          </Text>
        </Stack>
      </Group>
    </Section>
  );
}
