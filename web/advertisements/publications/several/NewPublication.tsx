import { Accordion, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Advertisement } from '#contract/advertisements/advertisement.ts';
import type { Publication } from '#contract/advertisements/publication.ts';
import { api } from '#contract/index.ts';
import { PlanWarning } from '../../../billing/PlanWarning.tsx';
import { actMessage, useTranslation } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { AsyncSelect } from '../../../ui/form/AsyncSelect.tsx';
import { type FormState, useForm } from '../../../ui/form/form-state.ts';
import { useGo } from '../../../ui/page/navigation.tsx';
import type { Step } from '../../../ui/page/Page.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { Section } from '../../../ui/page/Section.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { OfferDetail } from '../../advertisement-values.ts';
import { usePublicationsOf } from '../PublicationsSection.tsx';
import { PublishForm } from '../PublishForm.tsx';
import {
  createBody,
  draftOf,
  formPath,
  likePublication,
  onAccount,
  type PublishAccount,
  type PublishValues,
} from '../publish-values.ts';
import { AccountPanel } from './AccountPanel.tsx';
import { AccountsField } from './AccountsField.tsx';
import { OutcomeTable } from './OutcomeTable.tsx';
import { newAttempt, usePublishEach } from './use-publish-each.ts';

type NewProps = {
  advertisement: Advertisement;
  offers: readonly OfferDetail[];
  /** The connected accounts; with more than these they are searched for, one at a time. */
  accounts: readonly PublishAccount[];
  hasMore: boolean;
  like: Publication | null;
  trail: readonly Step[];
};

const sharesCategories = ({ marketplace, capabilities }: PublishAccount, first: PublishAccount | undefined) =>
  capabilities.sharesCategories && first?.marketplace.id === marketplace.id;

const noErrors = () => undefined;
const isOneOfSeveral = ({ also, done }: PublishValues) => also.length > 0 || done.length > 0;

/** A new publication on one account, or one on each of several: what is common to them is typed once. */
export function NewPublication({ advertisement, offers, accounts, hasMore, like, trail }: NewProps) {
  const { t } = useTranslation('advertisements');
  const go = useGo();
  const [initial] = useState<PublishValues>(() => {
    const own = draftOf(advertisement, offers);
    const draft = like ? likePublication(own, like) : own;
    const [only, other] = accounts;
    return only && !other ? { ...draft, ...onAccount(draft, only) } : draft;
  });
  const [attempt] = useState(newAttempt);
  const show = (published: readonly number[]) =>
    go(paths.advertisements.advertisement(advertisement.id, { published: published.join(',') }));
  const form: FormState<PublishValues> = useForm({
    endpoint: api.advertisementsPublications.create,
    initial,
    send: (values) => ({ params: { id: advertisement.id }, body: createBody(values) }),
    mapError: formPath,
    // Several are announced together.
    success: false,
    onSaved: ({ id }, values) => {
      if (isOneOfSeveral(values)) return attempt.of(values.account?.id).made(id);
      toast.success(actMessage('successes', 'advertisementsPublications.create') ?? '');
      show([id]);
    },
    onFailure: (failure) => {
      if (failure.fieldErrors || !isOneOfSeveral(form.values)) return undefined;
      attempt.of(form.values.account?.id).failed(failure);
      return true;
    },
  });
  const each = usePublishEach(form, attempt, (done) => {
    toast.success(t('publish.allSent', { count: done.length }));
    show(done);
  });
  const { account, also, done } = form.values;
  const placeOf = (id: number | undefined) => accounts.find((one) => one.id === id);
  const isSeveral = isOneOfSeveral(form.values);
  const shown: FormState<PublishValues> = !isSeveral
    ? form
    : {
        ...form,
        pending: each.sending.length > 0,
        refusals: each.focus.field,
        failure: each.refused.size > 0 ? t('publish.notYet', { count: each.refused.size }) : null,
        submit: () => each.publish(each.chosen),
        discard: each.forget,
      };
  return (
    <Page title={t('publish.title')} trail={trail}>
      <PlanWarning />
      {like && (
        <Text size="sm" c="dimmed">
          {t('publish.like', { account: like.account.name })}
        </Text>
      )}
      {isSeveral && (each.refused.size > 0 || done.length > 0) && (
        <Outcomes advertisement={advertisement.id} form={form} each={each} />
      )}
      <PublishForm
        form={shown}
        causeText={noErrors}
        of={isSeveral ? account?.name : undefined}
        label={isSeveral ? t('publish.submitAll', { count: each.chosen.length }) : t('publish.submit')}
        accounts={
          accounts.length > 1 && !hasMore ? (
            <AccountsField
              accounts={accounts}
              chosen={each.chosen}
              advertisement={advertisement.id}
              disabled={each.sending.length > 0}
              error={form.errors.account}
              toggle={each.toggle}
            />
          ) : (
            <OneAccount form={form} />
          )
        }
      >
        {also.length > 0 && (
          <Stack gap="sm" component="section" aria-label={t('publish.otherAccounts')}>
            <div>
              <Title order={2}>{t('publish.otherAccounts')}</Title>
              <Text size="sm" c="dimmed">
                {t('publish.otherAccountsHint')}
              </Text>
            </div>
            <Accordion
              multiple
              variant="separated"
              keepMountedMode="display-none"
              // The first wrong field must be rendered before it is focused.
              transitionDuration={0}
              value={each.opened}
              onChange={each.setOpened}
            >
              {also.map((one) => (
                <AccountPanel
                  key={one.id}
                  account={{ ...one, shares: sharesCategories(one, placeOf(account?.id)) }}
                  advertisement={advertisement.id}
                  first={form.values}
                  attempt={attempt.of(one.id)}
                  register={(panel) => each.register(one.id, panel)}
                  open={each.open}
                />
              ))}
            </Accordion>
          </Stack>
        )}
      </PublishForm>
    </Page>
  );
}

function OneAccount({ form }: { form: FormState<PublishValues> }) {
  const { t } = useTranslation('advertisements');
  return (
    <AsyncSelect<typeof api.marketplaceAccounts.list>
      {...form.field('account')}
      onChange={() => undefined}
      onPick={(picked) =>
        form.setValues({
          ...form.values,
          ...(picked ? onAccount(form.values, picked) : { account: null }),
        })
      }
      endpoint={api.marketplaceAccounts.list}
      always="state:connected"
      option={({ id, name, marketplace }) => ({ id, name, hint: marketplace.name })}
      label={t('publish.account')}
      description={t('publish.accountHint')}
      required
    />
  );
}

type OutcomesProps = {
  advertisement: number;
  form: FormState<PublishValues>;
  each: ReturnType<typeof usePublishEach>;
};

/** The accounts of the last attempt: those that are left, and what was made. */
function Outcomes({ advertisement, form, each }: OutcomesProps) {
  const { t } = useTranslation('advertisements');
  const published = usePublicationsOf(advertisement).data?.items ?? [];
  const { account, also, done } = form.values;
  const left = [...(account ? [account] : []), ...also].filter(({ id }) => each.refused.has(id));
  const correct = (id: number) => {
    each.open(id);
    // The panel is open in the next frame.
    requestAnimationFrame(() => {
      const scope = document.querySelector(`[data-account="${id}"]`) ?? document.querySelector('form');
      scope?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"], input')?.focus();
    });
  };
  return (
    <Section title={t('outcomes.title')}>
      <OutcomeTable
        attempt={each.focus.table}
        refused={left.map(({ id, name }) => ({
          ...{ account: id, name, reason: each.refused.get(id) ?? '' },
          sending: each.sending.includes(id),
          retry: () => void each.publish([id]),
          correct: () => correct(id),
        }))}
        made={published.filter(({ id }) => done.includes(id))}
      />
    </Section>
  );
}
