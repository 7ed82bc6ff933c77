import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '#contract/index.ts';
import { startI18n, useTranslation } from '../../i18n.ts';
import { queryClient, queryKey, useApi } from '../../queries.ts';
import { PageMarks } from '../../ui/paper/PageMarks.tsx';
import paper from '../../ui/paper/paper.module.css';
import { AnswerForm } from './AnswerForm.tsx';
import { Paper } from './Paper.tsx';

/** The printed request in its own language, and the vendor's answer form below it. */
export default function PrintablePage() {
  const { uuid = '' } = useParams({ strict: false }) as { uuid?: string };
  const { t, i18n } = useTranslation('supply');
  const input = { params: { uuid } };
  const request = useApi(api.printableRequests.detail, input);
  const { data, error } = request;
  const locale = data?.locale;
  useEffect(() => {
    if (locale && locale !== i18n.language) void startI18n(locale);
  }, [locale, i18n]);
  useEffect(() => {
    if (data) document.title = t('printable.footer', { number: data.number, buyer: data.buyer.name });
  }, [data, t]);
  if (error)
    return (
      <main className={paper.sheet}>
        <h1>{t('printable.title')}</h1>
        <p role="alert">{t(error.problem.status === 404 ? 'printable.nobody' : 'printable.failed')}</p>
      </main>
    );
  if (!data || data.locale !== i18n.language) return <main className={paper.sheet} aria-busy="true" />;
  return (
    <main className={paper.sheet}>
      <button type="button" className={paper.print} onClick={() => window.print()}>
        {t('printable.print')}
      </button>
      <PageMarks
        what={t('printable.mark', {
          number: data.number,
          supplier: data.supplier.name,
          buyer: data.buyer.name,
        })}
        stamp={data.state === 'canceled' && t('printable.canceled')}
      />
      <Paper request={data} />
      {data.takesAnswers && (
        <AnswerForm
          uuid={uuid}
          request={data}
          onAnswered={(answered) =>
            queryClient.setQueryData(queryKey(api.printableRequests.detail, input), answered)
          }
        />
      )}
    </main>
  );
}
