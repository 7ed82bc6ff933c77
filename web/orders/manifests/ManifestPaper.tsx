import { formatDocument } from '#contract/brazil.ts';
import { formatInstant } from '#contract/dates.ts';
import type { Manifest } from '#contract/orders/manifest.ts';
import { useTranslation } from '../../i18n.ts';
import { formatQuantity } from '../../quantity.ts';
import { addressLines } from '../../ui/paper/address-lines.ts';
import paper from '../../ui/paper/paper.module.css';
import { useShipmentWords } from '../shipment-words.ts';
import classes from './manifest.module.css';

/** The document that the driver signs: who hands over which parcels to whom. */
export function ManifestPaper({ manifest, title }: { manifest: Manifest; title: string }) {
  const { t } = useTranslation('orders');
  const shipment = useShipmentWords();
  const { business, warehouse, address, openedAt, closedAt, closedBy, openedBy } = manifest;
  const parties = [
    [
      t('manifests.from'),
      [
        business.name,
        business.document && t('manifests.document', { document: formatDocument(business.document) }),
      ],
    ],
    [t('manifests.warehouse'), [warehouse.name, ...addressLines(address)]],
    [t('manifests.carrier'), [shipment.carrier(manifest.carrier)]],
  ] as const;
  return (
    <>
      <header className={paper.head}>
        <h1>{title}</h1>
        {manifest.state === 'open' && <strong className={paper.stamp}>{t('manifests.states.open')}</strong>}
        <dl className={paper.dates}>
          <dt>{t('manifests.opened')}</dt>
          <dd>{formatInstant(openedAt)}</dd>
          {closedAt && <dt>{t('manifests.closed')}</dt>}
          {closedAt && <dd>{formatInstant(closedAt)}</dd>}
          <dt>{t('manifests.by')}</dt>
          <dd>{closedBy ?? openedBy}</dd>
        </dl>
      </header>
      {manifest.state === 'open' && <p role="status">{t('manifests.notClosed')}</p>}
      <div className={paper.parties}>
        {parties.map(([heading, lines]) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {lines.filter(Boolean).map((line, index) => (
              <p key={line} className={index === 0 ? paper.name : undefined}>
                {line}
              </p>
            ))}
          </section>
        ))}
      </div>
      <Lines manifest={manifest} />
      {manifest.state === 'closed' && <Signatures by={closedBy ?? ''} />}
    </>
  );
}

function Lines({ manifest }: { manifest: Manifest }) {
  const { t } = useTranslation('orders');
  const { lines, parcels, sales } = manifest;
  return (
    <table className={paper.lines}>
      <thead>
        <tr>
          <th>{t('manifests.position')}</th>
          <th>{t('manifests.sale')}</th>
          <th>{t('manifests.label')}</th>
          <th>{t('manifests.remote')}</th>
          <th>{t('manifests.seller')}</th>
          <th data-figure>{t('manifests.units')}</th>
          <th data-figure>{t('manifests.scannedAt')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={line.sale} className={paper.line}>
            <td>{index + 1}</td>
            <td data-label={t('manifests.sale')}>{line.sale}</td>
            <td data-label={t('manifests.label')} className={classes.label}>
              {line.label}
            </td>
            <td data-label={t('manifests.remote')}>{line.remoteOrderId}</td>
            <td data-label={t('manifests.seller')}>{line.seller}</td>
            <td data-figure data-label={t('manifests.units')}>
              {formatQuantity(line.units)}
            </td>
            <td data-figure data-label={t('manifests.scannedAt')}>
              {formatInstant(line.at).slice(-5)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th colSpan={7}>{t('manifests.total', { parcels, sales })}</th>
        </tr>
      </tfoot>
    </table>
  );
}

function Signatures({ by }: { by: string }) {
  const { t } = useTranslation('orders');
  const blanks = ['driver', 'driverDocument', 'plate', 'date', 'signature'] as const;
  return (
    <section className={classes.signatures}>
      <p>{t('manifests.received')}</p>
      <dl>
        {blanks.map((blank) => (
          <div key={blank}>
            <dt>{t(`manifests.${blank}`)}</dt>
            <dd />
          </div>
        ))}
        <div>
          <dt>
            {t('manifests.handedOver')} ({by})
          </dt>
          <dd />
        </div>
      </dl>
    </section>
  );
}
