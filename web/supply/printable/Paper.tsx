import { formatDocument } from '#contract/brazil.ts';
import { dayOf, formatDay } from '#contract/dates.ts';
import type { PrintableLine, PrintableRequest } from '#contract/supply/printable.ts';
import { volumesText } from '#contract/supply/supply-request-line.ts';
import { useTranslation } from '../../i18n.ts';
import { formatQuantity, writeMoney } from '../../quantity.ts';
import { addressLines } from '../../ui/paper/address-lines.ts';
import classes from '../../ui/paper/paper.module.css';
import own from './printable.module.css';

export function Paper({ request }: { request: PrintableRequest }) {
  const { t } = useTranslation('supply');
  const { number, buyer, supplier, warehouse, approvedAt, estimatedDelivery } = request;
  const documentOf = (document: string) =>
    document && t('printable.document', { document: formatDocument(document) });
  const parties = [
    [t('printable.buyer'), [buyer.name, documentOf(buyer.document)]],
    [t('printable.supplier'), [supplier.name, documentOf(supplier.document), ...addressLines(supplier)]],
    [t('printable.delivery'), [warehouse.name, ...addressLines(warehouse)]],
  ] as const;
  return (
    <>
      <header className={classes.head}>
        <h1>
          {t('printable.title')} {number}
        </h1>
        {request.state === 'canceled' && <strong className={classes.stamp}>{t('printable.canceled')}</strong>}
        <dl className={classes.dates}>
          <dt>{t('printable.date')}</dt>
          <dd>{formatDay(dayOf(new Date(approvedAt)))}</dd>
          {estimatedDelivery && <dt>{t('printable.estimated')}</dt>}
          {estimatedDelivery && <dd>{formatDay(estimatedDelivery)}</dd>}
        </dl>
      </header>
      <div className={classes.parties}>
        {parties.map(([title, lines]) => (
          <section key={title}>
            <h2>{title}</h2>
            {lines.filter(Boolean).map((line, index) => (
              <p key={line} className={index === 0 ? classes.name : undefined}>
                {line}
              </p>
            ))}
          </section>
        ))}
      </div>
      <Lines request={request} />
      {request.notes && (
        <section className={classes.notes}>
          <h2>{t('printable.notes')}</h2>
          <p>{request.notes}</p>
        </section>
      )}
    </>
  );
}

function Lines({ request }: { request: PrintableRequest }) {
  const { t } = useTranslation('supply');
  const priced = request.totalCentavos !== undefined;
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th>{t('printable.product')}</th>
          <th>{t('printable.codes')}</th>
          <th data-figure>{t('printable.quantity')}</th>
          <th data-figure>{t('printable.volumes')}</th>
          {priced && <th data-figure>{t('printable.price')}</th>}
          {priced && <th data-figure>{t('printable.total')}</th>}
        </tr>
      </thead>
      <tbody>
        {request.lines.map((line) => (
          <Line key={line.id} line={line} priced={priced} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th colSpan={2}>{t('printable.total')}</th>
          <td data-figure data-label={t('printable.quantity')}>
            {request.totalProducts}
          </td>
          <td data-figure data-label={t('printable.volumes')}>
            {request.lines.reduce((sum, line) => sum + line.volumes, 0)}
          </td>
          {priced && <td />}
          {priced && (
            <td data-figure data-label={t('printable.total')}>
              {writeMoney(request.totalCentavos ?? 0)}
            </td>
          )}
        </tr>
      </tfoot>
    </table>
  );
}

function Line({ line, priced }: { line: PrintableLine; priced: boolean }) {
  const { t } = useTranslation('supply');
  return (
    <tr className={classes.line}>
      <td>
        {line.product}
        {line.answer && (
          <small className={own.answered}>
            {t('printable.yours', { quantity: line.answer.quantity })}
            {line.answer.deliveryOn && ` · ${formatDay(line.answer.deliveryOn)}`}
            {line.answer.note && ` · ${line.answer.note}`}
          </small>
        )}
      </td>
      <td data-label={t('printable.codes')}>
        {[line.supplierSku, line.sku, line.gtin].filter(Boolean).join(' · ')}
      </td>
      <td data-figure data-label={t('printable.quantity')}>
        {formatQuantity(line.quantity)}
        {line.confirmedQuantity !== null && line.confirmedQuantity !== line.quantity && (
          <small className={own.answered}>
            {t('printable.confirmed', { quantity: line.confirmedQuantity })}
          </small>
        )}
      </td>
      <td data-figure data-label={t('printable.volumes')}>
        {volumesText(line)}
      </td>
      {priced && (
        <td data-figure data-label={t('printable.price')}>
          {writeMoney(line.priceCentavos ?? 0)}
        </td>
      )}
      {priced && (
        <td data-figure data-label={t('printable.total')}>
          {writeMoney(line.totalCentavos ?? 0)}
        </td>
      )}
    </tr>
  );
}
