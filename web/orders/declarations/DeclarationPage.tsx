import { useEffect } from 'react';
import { api } from '#contract/index.ts';
import { startI18n, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Link, useIdParam } from '../../ui/page/navigation.tsx';
import { PageMarks } from '../../ui/paper/PageMarks.tsx';
import paper from '../../ui/paper/paper.module.css';
import { useSession } from '../../use-session.ts';
import manifest from '../manifests/manifest.module.css';
import { DeclarationPaper } from './DeclarationPaper.tsx';

/** The document of a parcel without an NF-e. Carriers read Portuguese, independent of the reader's language. */
export default function DeclarationPage() {
  useEffect(() => {
    void startI18n('pt');
    return () => void startI18n();
  }, []);
  const { t, i18n } = useTranslation('orders');
  const { can } = useSession();
  const { data, error } = useApi(api.contentDeclarations.detail, { params: { id: useIdParam() } });
  const title = data ? t('declarations.one', { number: data.number }) : t('declarations.paper.title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (error && !data)
    return (
      <main className={paper.sheet}>
        <h1>{t('declarations.paper.title')}</h1>
        <p role="alert">{t(error.problem.status === 404 ? 'declarations.nobody' : 'declarations.failed')}</p>
      </main>
    );
  if (!data || i18n.language !== 'pt') return <main className={paper.sheet} aria-busy="true" />;
  return (
    <main className={paper.sheet}>
      <div className={manifest.tools}>
        <Link
          to={
            can('content-declarations.create')
              ? paths.orders.order(data.orderId)
              : paths.orders.pack(data.orderId)
          }
          className={paper.print}
        >
          {t(can('content-declarations.create') ? 'declarations.back' : 'declarations.backToBench')}
        </Link>
        {data.state === 'issued' && (
          <button type="button" className={paper.print} onClick={() => window.print()}>
            {t('declarations.print')}
          </button>
        )}
      </div>
      <PageMarks
        what={[title, data.sender.name, data.recipient.name].filter(Boolean).join(' · ')}
        stamp={data.state === 'canceled' && t('declarations.canceled')}
      />
      <DeclarationPaper declaration={data} />
    </main>
  );
}
