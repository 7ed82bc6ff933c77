import { type ListedAdvertisement, leastMargin } from '#contract/advertisements/advertisement.ts';
import { api } from '#contract/index.ts';
import { formatAmount, parseTypedMoney } from '#contract/money.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { WhyQuantity } from '../inventory/WhyQuantity.tsx';
import { formatQuantity } from '../quantity.ts';
import { Money, Percent, Quantity } from '../ui/page/values.tsx';
import cells from '../ui/table/cells.module.css';
import { EditInPlace } from '../ui/table/EditInPlace.tsx';
import { Lines } from '../ui/table/Lines.tsx';
import { ScheduledPriceIcon } from './ScheduledPriceNote.tsx';

type Row = { row: ListedAdvertisement };

/** The price on the only account, or the lowest of several. */
export function PriceCell({ row }: Row) {
  const { t } = useTranslation('advertisements');
  const save = useAct(api.publications.update);
  const priced = row.publications.flatMap(({ prices }) => prices ?? []);
  const [only] = row.publications;
  if (priced.length === 0) return <span className={cells.dim}>—</span>;
  const lowest = Math.min(...priced.map((price) => price.lowest));
  const highest = Math.max(...priced.map((price) => price.highest));
  const shown = (
    <>
      <ScheduledPriceIcon publications={row.publications.map(({ id }) => id)} />
      {lowest !== highest && <span className={`${cells.dim} ${cells.small}`}>{t('list.fromPrice')} </span>}
      <Money value={lowest} strong />
    </>
  );
  if (!only || row.publications.length > 1 || lowest !== highest) return shown;
  const change = async (price: number | null) => {
    const update = Object.fromEntries(only.variations.map((id) => [id, { price: price ?? lowest }]));
    const done = await save.run({
      params: { id: only.id },
      body: { variations: { update } },
      version: only.version,
    });
    return done.ok;
  };
  return (
    <EditInPlace
      label={t('list.editPrice', { name: row.product })}
      text={formatAmount(lowest)}
      parse={parseTypedMoney}
      onSave={change}
    >
      {shown}
    </EditInPlace>
  );
}

/** The lowest margin of all accounts, and whether it is an upper bound because fee or freight are unknown. */
export function MarginCell({ row }: Row) {
  const { t } = useTranslation('advertisements');
  const least = leastMargin(row.publications);
  if (!least) return <span className={cells.dim}>—</span>;
  return (
    <span className={least.basisPoints < 0 ? `${cells.whole} ${cells.bad}` : cells.whole}>
      {least.atMost && <span className={`${cells.dim} ${cells.small}`}>{t('publish.atMost')} </span>}
      <Percent value={least.basisPoints} />
    </span>
  );
}

const wholeNumber = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : null);

/** Quantity that can be sold, and the cap on what is shown. */
export function QuantityCell({ row }: Row) {
  const { t } = useTranslation('advertisements');
  const save = useAct(api.advertisements.bulkUpdate);
  const caps = row.publications.flatMap(({ quantityCap }) => quantityCap ?? []);
  const cap = caps.length > 0 ? Math.min(...caps) : null;
  const shown = (
    <>
      <Quantity value={row.quantity} />
      {cap !== null && (
        <span className={`${cells.dim} ${cells.small}`}> {t('list.cap', { cap: formatQuantity(cap) })}</span>
      )}
    </>
  );
  const why = { of: { advertisement: row.id }, value: row.quantity, name: row.product };
  const isPublished = row.publications.length > 0;
  const editable = (
    <span className={`${cells.line} ${cells.valueFirst}`}>
      <WhyQuantity {...why}>{''}</WhyQuantity>
      {!isPublished && shown}
      {isPublished && (
        <EditInPlace
          label={t('list.editCap', { name: row.product })}
          text={cap === null ? '' : String(cap)}
          parse={wholeNumber}
          clearable
          onSave={async (quantityCap) =>
            (await save.run({ body: { ids: [row.id], change: { quantityCap } } })).ok
          }
        >
          {shown}
        </EditInPlace>
      )}
    </span>
  );
  if (row.fulfillment.length === 0) return editable;
  return (
    <div className={cells.stacked}>
      {editable}
      {row.fulfillment.map(({ service, units }) => (
        <div key={service} className={`${cells.dim} ${cells.small}`}>
          {t('fulfillment.inList', { units, service })}
        </div>
      ))}
    </div>
  );
}

/** The marketplace's codes, each a link to the public page. */
export function CodesCell({ row }: Row) {
  const coded = row.publications.filter(({ code }) => code !== null);
  if (coded.length === 0) return <span className={cells.dim}>—</span>;
  return (
    <Lines all={coded.map(({ code }) => code).join(', ')} counted={false}>
      {coded.map(({ id, code, link }) =>
        link === '' ? (
          <span key={id} className={cells.code}>
            {code}
          </span>
        ) : (
          <a
            key={id}
            className={`${cells.code} ${cells.link}`}
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            onClick={(event) => event.stopPropagation()}
          >
            {code}
          </a>
        ),
      )}
    </Lines>
  );
}
