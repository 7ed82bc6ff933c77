import { formatDocument } from '#contract/brazil.ts';
import { dayOf, formatDay } from '#contract/dates.ts';
import { formatFigure } from '#contract/figures.ts';
import type { ContentDeclaration } from '#contract/orders/content-declaration.ts';
import { ownLabelCode } from '#contract/orders/parcel-label.ts';
import { useTranslation } from '../../i18n.ts';
import { formatQuantity, writeMoney } from '../../quantity.ts';
import { Barcode } from '../../ui/codes.tsx';
import { addressLines } from '../../ui/paper/address-lines.ts';
import paper from '../../ui/paper/paper.module.css';
import manifest from '../manifests/manifest.module.css';

/** The document on the parcel: sender, receiver and contents, with a place to sign. */
export function DeclarationPaper({ declaration }: { declaration: ContentDeclaration }) {
  const { t } = useTranslation('orders');
  const { sender, recipient, number, issuedAt, state, dceKey } = declaration;
  return (
    <>
      <header className={paper.head}>
        <h1>{t('declarations.paper.title')}</h1>
        {state === 'canceled' && <strong className={paper.stamp}>{t('declarations.canceled')}</strong>}
        <p>{t('declarations.paper.number', { number, day: formatDay(dayOf(issuedAt)) })}</p>
        <div className={paper.code}>
          <Barcode
            value={ownLabelCode(declaration.orderId)}
            label={t('declarations.paper.barcode', { id: declaration.orderId })}
          />
        </div>
      </header>
      <div className={paper.parties}>
        <Party heading={t('declarations.paper.sender')} party={sender} />
        <Party heading={t('declarations.paper.recipient')} party={recipient} />
      </div>
      <Goods declaration={declaration} />
      <section className={paper.notes}>
        <h2>{t('declarations.paper.statement')}</h2>
        <p>{t('declarations.paper.text')}</p>
        <p>{t('declarations.paper.duty')}</p>
      </section>
      {dceKey && (
        <section className={paper.notes}>
          <h2>{t('declarations.paper.dce')}</h2>
          <p className={manifest.label}>{dceKey.replace(/(\d{4})(?=\d)/g, '$1 ')}</p>
        </section>
      )}
      <section className={manifest.signatures}>
        <dl>
          {(['place', 'signature'] as const).map((blank) => (
            <div key={blank}>
              <dt>{t(`declarations.paper.${blank}`)}</dt>
              <dd />
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

/** Unknown values are left blank for handwriting. */
function Party({ heading, party }: { heading: string; party: ContentDeclaration['sender'] }) {
  const { t } = useTranslation('orders');
  const address = addressLines(party);
  return (
    <section>
      <h2>{heading}</h2>
      <p className={paper.name}>{party.name}</p>
      <p>
        {party.document
          ? t('declarations.paper.document', { document: formatDocument(party.document) })
          : t('declarations.paper.noDocument')}
      </p>
      {address.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {address.length === 0 && <p>{t('declarations.paper.noAddress')}</p>}
    </section>
  );
}

function Goods({ declaration }: { declaration: ContentDeclaration }) {
  const { t } = useTranslation('orders');
  const { items, totalCentavos, weightKg } = declaration;
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <table className={paper.lines}>
      <caption className={paper.name}>{t('declarations.paper.goods')}</caption>
      <thead>
        <tr>
          <th>{t('declarations.paper.item')}</th>
          <th>{t('declarations.paper.content')}</th>
          <th data-figure>{t('declarations.paper.quantity')}</th>
          <th data-figure>{t('declarations.paper.value')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a paper never change
          <tr key={index} className={paper.line}>
            <td>{index + 1}</td>
            <td data-label={t('declarations.paper.content')}>{item.name}</td>
            <td data-figure data-label={t('declarations.paper.quantity')}>
              {formatQuantity(item.quantity)}
            </td>
            <td data-figure data-label={t('declarations.paper.value')}>
              {writeMoney(item.valueCentavos)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th colSpan={2}>{t('declarations.paper.totals')}</th>
          <td data-figure>{formatQuantity(units)}</td>
          <td data-figure>{writeMoney(totalCentavos)}</td>
        </tr>
        {weightKg !== null && (
          <tr>
            <th colSpan={2}>{t('declarations.paper.weight')}</th>
            <td />
            <td data-figure>{formatFigure(weightKg, 'pt')}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}
