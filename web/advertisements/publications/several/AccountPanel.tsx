import { Accordion, Alert, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../../i18n.ts';
import { writeMoney } from '../../../quantity.ts';
import { useHiddenErrors } from '../../../ui/form/Form.tsx';
import { type FormState, useForm } from '../../../ui/form/form-state.ts';
import { StateBadge } from '../../../ui/page/StateBadge.tsx';
import { AttributeSection } from '../AttributeSection.tsx';
import { PlaceFields } from '../PublishForm.tsx';
import { createBody, formPath, type PublishValues } from '../publish-values.ts';
import { SaleTermsSection } from '../SaleTermsSection.tsx';
import { useCategory } from '../use-category.ts';
import { VariationSection } from '../VariationSection.tsx';
import {
  attributesAsText,
  type FurtherAccount,
  followFirst,
  startOn,
  withKnownPrices,
} from './follow-first.ts';
import { hasPrice, useMissing } from './missing.ts';
import { useRefusedFields } from './refused-fields.ts';
import type { Attempt } from './use-publish-each.ts';

type AccountPanelProps = {
  advertisement: number;
  account: FurtherAccount;
  first: PublishValues;
  attempt: ReturnType<Attempt['of']>;
  register: (form: FormState<PublishValues> | null) => void;
  open: (account: number) => void;
};

const noCause = () => undefined;

/** The form of a further account: what differs there, filled in as on the first one. */
export function AccountPanel({ advertisement, account, first, attempt, register, open }: AccountPanelProps) {
  const { t } = useTranslation('advertisements');
  const [initial] = useState(() => startOn(first, account));
  const form = useForm({
    endpoint: api.advertisementsPublications.create,
    draft: String(account.id),
    initial,
    send: (values) => ({ params: { id: advertisement }, body: createBody(values) }),
    mapError: formPath,
    success: false,
    onSaved: ({ id }) => attempt.made(id),
    onFailure: (failure) => {
      if (failure.fieldErrors) return undefined;
      attempt.failed(failure);
      return true;
    },
  });
  const { settings } = useCategory(form, attributesAsText(first));
  const before = useRef(first);
  useEffect(() => {
    followFirst(form, account, { before: before.current, now: first }, settings);
    before.current = withKnownPrices(first, before.current);
  });
  const latest = useRef(register);
  latest.current = register;
  useEffect(() => latest.current(form));
  useEffect(() => () => latest.current(null), []);
  const missing = useMissing()(form.values, settings);
  const isAsked = (settings !== undefined && missing.length > 0) || Object.keys(form.errors).length > 0;
  const openThis = useCallback(() => open(account.id), [open, account.id]);
  // It never closes by itself: the field that was filled in last would vanish under the hand.
  useEffect(() => {
    if (isAsked) openThis();
  }, [isAsked, openThis]);
  const unpriced = (index: number) => takeFirstPrice(form, first, index);
  const parts = { form, causeText: noCause, of: account.name, first: first.variations };
  return (
    <Accordion.Item value={String(account.id)} data-account={account.id}>
      <Accordion.Control>
        <PanelTitle
          account={account}
          values={form.values}
          missing={missing}
          isKnown={settings !== undefined}
        />
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="md" component="fieldset" aria-label={account.name} bd={0} p={0} m={0}>
          <HiddenFaults form={form} />
          {first.images.length > form.values.images.length && (
            <Text size="sm" c="dimmed">
              {t('publish.fewerImages', { count: form.values.images.length })}
            </Text>
          )}
          <PlaceFields {...parts} created={false} settings={settings} onNoCategory={openThis} />
          {form.values.category && <AttributeSection {...parts} settings={settings} />}
          {form.values.category && settings && (
            <>
              <SaleTermsSection {...parts} saved={false} />
              <VariationSection {...parts} settings={settings} created={false} onUnpriced={unpriced} />
            </>
          )}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

/** Where no margin leads to a price, the price of the first account is taken; a margin typed here stays. */
function takeFirstPrice(form: FormState<PublishValues>, first: PublishValues, index: number): void {
  const own = form.values.variations[index];
  const model = first.variations.find(({ tempId }) => tempId === own?.tempId);
  if (!own || !model || model.price === null || model.leads !== 'margin' || own.margin !== model.margin)
    return;
  form.derive(`variations.${index}.leads`, 'price');
  form.derive(`variations.${index}.price`, model.price);
}

type TitleProps = {
  account: FurtherAccount;
  values: PublishValues;
  missing: readonly string[];
  isKnown: boolean;
};

/** The account with its category and prices, and what it still needs. */
function PanelTitle({ account, values, missing, isKnown }: TitleProps) {
  const { t } = useTranslation('advertisements');
  const prices = [...new Set(values.variations.map(({ price }) => price))].filter(
    (price): price is number => price !== null && !Number.isNaN(price),
  );
  const isAsked = missing.length > 0 && (isKnown || !values.category);
  // A price that still follows from a margin may turn out to be one that has to be typed.
  const isReady = isKnown && missing.length === 0 && values.variations.every(hasPrice);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const price =
    prices.length === 0
      ? null
      : lowest === highest
        ? writeMoney(lowest)
        : `${writeMoney(lowest)} – ${writeMoney(highest)}`;
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text fw={600}>
          {account.name}{' '}
          <Text span size="sm" c="dimmed">
            {account.marketplace.name}
          </Text>
        </Text>
        <Text size="sm" c="dimmed">
          {[values.category?.name, price].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {isReady && <StateBadge tone="good" icon={IconCircleCheck} label={t('publish.ready')} />}
      {isAsked && (
        <StateBadge
          tone="attention"
          icon={IconAlertTriangle}
          label={t('publish.missing', { fields: missing.join(', ') })}
        />
      )}
    </Group>
  );
}

/** Refused fields that are typed in the common part. */
function HiddenFaults({ form }: { form: FormState<PublishValues> }) {
  const fieldOf = useRefusedFields();
  const faults = new Set(useHiddenErrors(form).map(([path, message]) => `${fieldOf(path)}: ${message}`));
  if (faults.size === 0) return null;
  return (
    <Alert color="red" data-invalid="true" tabIndex={-1}>
      <List size="sm" listStyleType="none">
        {[...faults].map((fault) => (
          <List.Item key={fault}>{fault}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
