import { Stack } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { SupplyRequest } from '#contract/supply/supply-request.ts';
import { call } from '../../api.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Form, FormBar } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { useSession } from '../../use-session.ts';
import { PrintLinkSection } from '../PrintLinkSection.tsx';
import { LinesSection } from './LinesSection.tsx';
import { RequestActions } from './RequestActions.tsx';
import { RequestFields } from './RequestFields.tsx';
import { RequestHistory } from './RequestHistory.tsx';
import { RequestSummary } from './RequestSummary.tsx';
import { requestBadges } from './request-badges.ts';
import { mapRequestError, requestValues, updateBody } from './request-values.ts';

export default function RequestPage() {
  const { t } = useTranslation('supply');
  const id = useIdParam();
  const { can } = useSession();
  const request = useApi(api.supplyRequests.detail, { params: { id } });
  const trail = [{ label: t('requests.title'), to: paths.supply.requests() }];
  if (!request.data)
    return (
      <UnreadPage
        title={t('requests.one')}
        trail={trail}
        failed={actMessage('failures', 'supplyRequests.detail')}
        result={request}
      />
    );
  const { state, number } = request.data;
  const editable = state === 'pending' && can('supply-requests.update');
  return (
    <Page
      title={t('requests.numbered', { number })}
      trail={trail}
      hint={(state === 'in_transport' || state === 'check_volumes') && t('requests.closedHint')}
      badge={
        <>
          <StateBadge {...requestBadges[state]} label={t(`requestState.${state}`)} />
          {request.data.late && (
            <StateBadge tone="bad" icon={IconClockExclamation} label={t('requests.late')} />
          )}
        </>
      }
      actions={<RequestActions request={request.data} />}
    >
      <Stack>
        {editable ? (
          <RequestEditor key={id} request={request.data} />
        ) : (
          <RequestSummary request={request.data} />
        )}
        {request.data.approvedAt !== null && can('supply-requests.update') && (
          <PrintLinkSection request={request.data} />
        )}
        <RequestHistory id={id} />
      </Stack>
    </Page>
  );
}

function RequestEditor({ request }: { request: SupplyRequest }) {
  const { id } = request;
  const before = requestValues(request);
  const form = useForm({
    endpoint: api.supplyRequests.update,
    initial: before,
    version: request.version,
    send: (values, version) => ({ params: { id }, body: updateBody(before, values), version }),
    mapError: mapRequestError,
    conflict: {
      load: async () => {
        const now = await call(api.supplyRequests.detail, { params: { id } });
        return { values: requestValues(now), version: now.version };
      },
    },
  });
  return (
    <Form form={form}>
      <RequestFields form={form} />
      <LinesSection form={form} saved={request.lines} />
      <FormBar form={form} />
    </Form>
  );
}
