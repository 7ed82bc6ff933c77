import { useEffect } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Link, useIdParam } from '../../ui/page/navigation.tsx';
import { PageMarks } from '../../ui/paper/PageMarks.tsx';
import paper from '../../ui/paper/paper.module.css';
import { ManifestPaper } from './ManifestPaper.tsx';
import classes from './manifest.module.css';

/** The printable manifest, which can be printed again at any time. */
export default function ManifestPage() {
  const { t } = useTranslation('orders');
  const { data, error } = useApi(api.manifests.detail, { params: { id: useIdParam() } });
  const number = data?.number ?? null;
  const title = number === null ? t('manifests.draft') : t('manifests.one', { number });
  useEffect(() => {
    document.title = title;
  }, [title]);
  const back = (
    <Link to={paths.orders.checkout()} className={paper.print}>
      {t('manifests.back')}
    </Link>
  );
  if (error && !data)
    return (
      <main className={paper.sheet}>
        <h1>{t('manifests.title')}</h1>
        <p role="alert">{t(error.problem.status === 404 ? 'manifests.nobody' : 'manifests.failed')}</p>
        <div className={classes.tools}>{back}</div>
      </main>
    );
  if (!data) return <main className={paper.sheet} aria-busy="true" />;
  return (
    <main className={paper.sheet}>
      <div className={classes.tools}>
        {back}
        {data.state === 'closed' && (
          <button type="button" className={paper.print} onClick={() => window.print()}>
            {t('manifests.print')}
          </button>
        )}
      </div>
      <PageMarks
        what={[title, data.business.name, data.warehouse.name].join(' · ')}
        stamp={data.state === 'open' && t('manifests.states.open')}
      />
      <ManifestPaper manifest={data} title={title} />
    </main>
  );
}
