import { Alert, Anchor, Button, List, Stack, Text } from '@mantine/core';
import { IconEye, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatDocument, formatZip } from '#contract/brazil.ts';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { formatAmount } from '#contract/money.ts';
import type { FiscalAddress, FiscalBuyer, FiscalData, FiscalGoods } from '#contract/orders/fiscal-data.ts';
import { permissionTable } from '#contract/permissions.ts';
import { goodsOrigins } from '#contract/products/tax-codes.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { RetryLine } from '../../ui/page/RetryLine.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { useSession } from '../../use-session.ts';
import { CopyField, type CopyFieldProps } from './CopyField.tsx';
import classes from './OrderFiscalData.module.css';

/** What the invoice of a sale needs. It is read when somebody asks for it, because each reading is recorded. */
export default function OrderFiscalData({ orderId }: { orderId: number }) {
  const { t } = useTranslation(['orders', 'business']);
  const { can } = useSession();
  const [shown, setShown] = useState(false);
  const found = useApi(api.orders.fiscalData, { params: { id: orderId } }, { enabled: shown });
  if (!can('buyer-documents.read')) {
    const roles = permissionTable['buyer-documents.read'].roles.map((role) => t(`business:roles.${role}`));
    return (
      <Section title={t('fiscal.title')}>
        <Text size="sm">{t('fiscal.locked', { roles: roles.join(', ') })}</Text>
      </Section>
    );
  }
  return (
    <Section title={t('fiscal.title')} hint={t('fiscal.hint')}>
      {found.data && shown ? (
        <Found data={found.data} />
      ) : found.error ? (
        <RetryLine
          endpoint={api.orders.fiscalData}
          failure={found.error}
          retry={() => void found.refetch()}
        />
      ) : (
        <div>
          <Button
            variant="default"
            loading={shown}
            leftSection={<IconEye size={16} aria-hidden />}
            onClick={() => setShown(true)}
          >
            {t('fiscal.show')}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Found({ data }: { data: FiscalData }) {
  const { t } = useTranslation('orders');
  const { buyer, totals } = data;
  const money = (['goodsCentavos', 'discountCentavos', 'freightCentavos', 'totalCentavos'] as const).map(
    (name) => ({ label: t(`fiscal.fields.${name}`), value: amountOf(totals[name]) }),
  );
  return (
    <Stack gap="md">
      <Gaps data={data} />
      <Fields
        fields={[
          { label: t('fiscal.fields.saleNumber'), value: data.remoteOrderId ?? String(data.id) },
          ...(data.storeNumber ? [{ label: t('fiscal.fields.storeNumber'), value: data.storeNumber }] : []),
        ]}
      />
      {buyer ? (
        <Buyer buyer={buyer} />
      ) : (
        <Text>{t('fiscal.erased', { at: data.erasedAt ? formatInstant(data.erasedAt) : '' })}</Text>
      )}
      <Block title={t('fiscal.goods')}>
        {data.lines.map((line, n) =>
          line.goods.length === 0 ? (
            // Lines have no id of their own here, and their order never changes.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Goods key={n} title={line.title} quantity={line.quantity} amount={line.totalCentavos} />
          ) : (
            line.goods.map((goods, place) => (
              <Goods
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={`${n} ${place}`}
                title={goods.name}
                quantity={goods.quantity}
                amount={goods.totalCentavos}
                goods={goods}
              />
            ))
          ),
        )}
      </Block>
      <Block title={t('fiscal.totals')}>
        <Fields fields={money} />
      </Block>
    </Stack>
  );
}

/** As it is typed into an invoice: `1.234,56`; empty if unknown. */
const amountOf = (centavos: number | null) => (centavos === null ? '' : formatAmount(centavos));

/** What is missing, each with what to do about it. */
function Gaps({ data: { gaps } }: { data: FiscalData }) {
  const { t } = useTranslation('orders');
  if (gaps.length === 0) return <Text c="dimmed">{t('fiscal.complete')}</Text>;
  return (
    <Alert
      variant="light"
      color="yellow"
      icon={<IconInfoCircle aria-hidden />}
      title={`${t('fiscal.missing')}: ${gaps.map((gap) => t(`fiscal.gaps.${gap}`)).join(', ')}`}
    >
      <List size="sm">
        {gaps.map((gap) => (
          <List.Item key={gap}>{t(`fiscal.remedies.${gap}`)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Buyer({ buyer }: { buyer: FiscalBuyer }) {
  const { t } = useTranslation('orders');
  const { billingAddress, delivery } = buyer;
  return (
    <>
      <Block title={t('fiscal.buyer')}>
        <Fields
          fields={[
            { label: t('fiscal.fields.name'), value: buyer.name },
            { label: t('fiscal.fields.document'), value: formatDocument(buyer.document ?? '') },
            ...(buyer.otherDocument
              ? [{ label: t('fiscal.fields.otherDocument'), value: buyer.otherDocument }]
              : []),
            {
              label: t('fiscal.fields.taxpayer'),
              value: buyer.taxpayer ? t(`fiscal.taxpayers.${buyer.taxpayer}`) : '',
            },
            { label: t('fiscal.fields.stateRegistration'), value: buyer.stateRegistration },
          ]}
        />
      </Block>
      <Block
        title={t('fiscal.billing')}
        hint={buyer.isBilledToDelivery ? t('fiscal.sameAddress') : undefined}
      >
        <AddressFields address={billingAddress} of={t('fiscal.billing')} />
      </Block>
      {!buyer.isBilledToDelivery && delivery && (
        <Block title={t('fiscal.delivery')}>
          <AddressFields address={delivery} receiver={delivery.name} of={t('fiscal.delivery')} />
        </Block>
      )}
    </>
  );
}

type AddressFieldsProps = { address: FiscalAddress | null; receiver?: string; of: string };

function AddressFields({ address, receiver, of }: AddressFieldsProps) {
  const { t } = useTranslation('orders');
  if (!address) return <Text c="dimmed">{t('fiscal.notReported')}</Text>;
  const parts = ['street', 'number', 'complement', 'neighborhood', 'city', 'state'] as const;
  const isAbroad = address.country !== 'BR';
  const fields = [
    ...(receiver === undefined ? [] : [{ label: t('fiscal.fields.receiver'), value: receiver }]),
    ...parts.map((part) => ({ label: t(`fiscal.fields.${part}`), value: address[part] })),
    { label: t('fiscal.fields.zip'), value: isAbroad ? address.zip : formatZip(address.zip) },
    ...(isAbroad ? [{ label: t('fiscal.fields.country'), value: address.country }] : []),
  ];
  return <Fields fields={fields.map((field) => ({ ...field, of }))} />;
}

type GoodsProps = { title: string; quantity: number; amount: number; goods?: FiscalGoods };

function Goods({ title, quantity, amount, goods }: GoodsProps) {
  const { t } = useTranslation(['orders', 'products']);
  const origin = goods?.origin == null ? undefined : goodsOrigins[goods.origin];
  const codes = goods
    ? [
        { label: 'SKU', value: goods.sku },
        { label: 'GTIN', value: goods.gtin },
        { label: 'NCM', value: goods.ncm },
        { label: 'CEST', value: goods.cest },
        {
          label: t('fiscal.fields.origin'),
          value: goods.origin === null ? '' : String(goods.origin),
          note: origin && t(`products:tax.origins.${origin}`),
        },
        { label: t('fiscal.fields.unit'), value: goods.unit },
      ]
    : [];
  return (
    <div>
      <Text fw={600}>
        {quantity} ×{' '}
        {goods?.product ? (
          <Anchor component={Link} to={paths.products.product(goods.product.id)} inherit>
            {title}
          </Anchor>
        ) : (
          title
        )}
      </Text>
      <Fields
        fields={[...codes, { label: t('fiscal.columns.amount'), value: amountOf(amount) }].map((field) => ({
          ...field,
          of: title,
        }))}
      />
    </div>
  );
}

function Block({ title, hint, children }: { title: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <Text component="h3" size="sm" fw={600}>
        {title}
      </Text>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {children}
    </div>
  );
}

const Fields = ({ fields }: { fields: readonly CopyFieldProps[] }) => (
  <dl className={classes.fields}>
    {fields.map((field) => (
      <CopyField key={field.label} {...field} />
    ))}
  </dl>
);
