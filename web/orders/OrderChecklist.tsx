import { Button, FileButton } from '@mantine/core';
import { IconDownload, IconFileUpload, IconLink } from '@tabler/icons-react';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { OrderDetail } from '#contract/orders/order.ts';
import { fulfillerReasons, type OrderStatus } from '#contract/orders/order-states.ts';
import { fetchToDisk, useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { Checklist, type ChecklistItem } from '../ui/page/Checklist.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { Section } from '../ui/page/Section.tsx';
import { useSession } from '../use-session.ts';
import { useInvoiceUpload } from './invoice-upload.ts';
import { useRefusalReason } from './remote-reason.ts';
import { useProgress } from './use-progress.ts';

type GateName = OrderDetail['gates'][number]['name'];
type GateDetail = Pick<ChecklistItem, 'state' | 'detail' | 'action'> & { label?: string };

/** The requirements of a sale, each with the button that fulfills it, and the work that is left until its parcel leaves. */
export function OrderChecklist({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const details: Record<GateName, GateDetail> = {
    payment: usePayment(order),
    linked: useLinked(order),
    stock: useStock(order),
    approval: useApproval(order),
    document: useDocument(order),
    label: useLabel(order),
  };
  const steps = useSteps(order);
  // A fulfilled requirement has no explanation, except the document: whether it was needed, and its file.
  const { detail, action } = details.document;
  const settled: Partial<Record<GateName, Partial<GateDetail>>> = {
    document: { detail, action },
    label: { action: details.label.action },
  };
  const items = order.gates.map(({ name, open }) => ({
    key: name,
    label: t(`gates.${name}`),
    ...(open ? { state: 'done' as const, ...settled[name] } : details[name]),
  }));
  return (
    <Section title={t('gates.title')}>
      <Checklist label={t('gates.title')} items={[...items, ...steps]} />
    </Section>
  );
}

/** Statuses of a sale that is at the bench, and of one whose parcel has left. */
const atBench: readonly OrderStatus[] = ['pending', 'picking', 'waiting_collect'];
const hasLeft: readonly OrderStatus[] = ['collected', 'sent', 'complete'];

/** Packing and collection: open requirements alone do not ship a sale. The step that makes it late is marked. */
function useSteps(order: OrderDetail): ChecklistItem[] {
  const { t } = useTranslation('orders');
  const { words, limit } = useProgress(order);
  const isGone = hasLeft.includes(order.status);
  const isPacked = isGone || order.packedAt !== null;
  const isCurrent = atBench.includes(order.status);
  const current: Pick<ChecklistItem, 'state' | 'detail'> = {
    state: order.late ? 'missing' : 'waiting',
    detail: limit === null ? words : `${words}. ${t('gates.limit', { at: formatInstant(limit) })}`,
  };
  const stepOf = (isDone: boolean, isNext: boolean): Pick<ChecklistItem, 'state' | 'detail'> => {
    if (isDone) return { state: 'done' };
    return isNext && isCurrent ? current : { state: 'waiting' };
  };
  return [
    { key: 'packed', label: t('gates.packed'), ...stepOf(isPacked, true) },
    { key: 'collected', label: t('gates.collected'), ...stepOf(isGone, isPacked) },
  ];
}

function usePayment(order: OrderDetail): GateDetail {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const confirm = useAct(api.orders.approvePayment);
  if (order.fraudRisk) return { state: 'missing', detail: t('gates.fraud') };
  if (order.payment !== 'pending' || order.canceledAt) return { state: 'missing' };
  const detail =
    order.paymentExpiresAt && t('gates.paymentWaits', { at: formatInstant(order.paymentExpiresAt) });
  const manual = order.account === null && can('orders.update');
  return {
    state: 'waiting',
    detail,
    action: manual && (
      <Button size="xs" loading={confirm.pending} onClick={() => confirm.run({ params: { id: order.id } })}>
        {t('gates.confirmPayment')}
      </Button>
    ),
  };
}

/** Opens the wizard with the first ad of the sale that is not linked. */
function useLinked({ id, account, lines }: OrderDetail): GateDetail {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const unlinked = lines.find(
    ({ publication, remoteItemId }) => publication === null && remoteItemId !== null,
  );
  return {
    state: 'missing',
    detail: t('flags.unlinked'),
    action: can('publications.create') && account && unlinked && (
      <Button
        size="xs"
        component={Link}
        to={paths.advertisements.addExisting({
          account: account.id,
          item: unlinked.remoteItemId ?? undefined,
          sale: id,
        })}
        leftSection={<IconLink size={14} aria-hidden />}
      >
        {t('gates.linkNow')}
      </Button>
    ),
  };
}

function useStock(order: OrderDetail): GateDetail {
  const { t } = useTranslation('orders');
  if (order.refusedAt) return { state: 'missing', detail: t('gates.stockRefused') };
  if (order.reserve === 'short') return { state: 'missing', detail: t('gates.stockShort') };
  return { state: 'waiting', detail: order.reserve === 'soft' ? t('gates.stockSoft') : undefined };
}

function useApproval(order: OrderDetail): GateDetail {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const approve = useAct(api.orders.approve);
  const { approvalReason: reason, refusedAt } = order;
  if (refusedAt)
    return {
      state: 'stopped',
      label: t('flags.refused'),
      detail: [order.refusedReason, t('gates.refusedNext')].filter(Boolean).join('. '),
    };
  if (reason === null) return { state: 'waiting' };
  if (fulfillerReasons.includes(reason)) {
    const supplier = order.supplier?.name ?? '';
    return {
      state: 'waiting',
      detail: `${t(`reasons.${reason}`)}. ${t('gates.waitsForSupplier', { supplier })}`,
    };
  }
  return {
    state: 'missing',
    detail: t(`reasons.${reason}`),
    action: can('orders.update') && (
      <Button size="xs" loading={approve.pending} onClick={() => approve.run({ params: { id: order.id } })}>
        {t(reason === 'cost-changed' ? 'gates.approveCost' : 'gates.approveMixed')}
      </Button>
    ),
  };
}

function useDocument(order: OrderDetail): GateDetail {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const { send, pending } = useInvoiceUpload(order.id);
  const reason = useRefusalReason()(order.documentError);
  const open = order.document === 'missing' || order.document === 'rejected' || order.document === 'sent';
  const upload = open && order.shipmentId && !order.canceledAt && can('checkout.document');
  return {
    state: order.document === 'sent' ? 'waiting' : 'missing',
    detail: reason ? `${t(`documents.${order.document}`)}: ${reason}` : t(`documents.${order.document}`),
    action: (
      <>
        {order.hasInvoice && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => fetchToDisk(api.orders.invoice, { params: { id: order.id } })}
          >
            {t('gates.downloadNfe')}
          </Button>
        )}
        {upload && (
          <FileButton accept=".xml,application/xml,text/xml" onChange={(file) => file && send(file)}>
            {(button) => (
              <Button
                {...button}
                size="xs"
                loading={pending}
                leftSection={<IconFileUpload size={14} aria-hidden />}
              >
                {t(order.hasInvoice ? 'gates.sendAnother' : 'gates.sendNfe')}
              </Button>
            )}
          </FileButton>
        )}
      </>
    ),
  };
}

function useLabel(order: OrderDetail): GateDetail {
  const { t } = useTranslation('orders');
  if (order.labelPrintedAt)
    return {
      state: 'done',
      action: (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => fetchToDisk(api.checkout.downloadTag, { params: { id: order.id }, query: {} })}
        >
          {t('gates.downloadLabel')}
        </Button>
      ),
    };
  if (order.labelAvailableAt)
    return { state: 'waiting', detail: t('gates.labelWaits', { at: formatInstant(order.labelAvailableAt) }) };
  const documented = order.document === 'accepted' || order.document === 'not_required';
  return { state: 'waiting', detail: t(documented ? 'gates.labelNotYet' : 'gates.labelAfterDocument') };
}
