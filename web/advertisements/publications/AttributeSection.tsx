import { Accordion, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import type { CategoryAttribute, CategorySettings } from '#contract/marketplaces/marketplace-category.ts';
import { shownAttributes } from '#contract/marketplaces/shown-attributes.ts';
import { useTranslation } from '../../i18n.ts';
import { Section } from '../../ui/page/Section.tsx';
import { AttributeField } from './AttributeField.tsx';
import { LongListField } from './LongListField.tsx';
import { type PublishFormProps, titleOf } from './publish-form.ts';
import { type Chosen, claimMessagesOf, withoutHidden } from './publish-values.ts';
import { UnlistedNote } from './UnlistedNote.tsx';

type AttributeSectionProps = PublishFormProps & { settings: CategorySettings | undefined };

/** Optional attributes; a dependent attribute follows the attribute that it depends on. */
function foldedOf(asked: readonly CategoryAttribute[]): ReadonlySet<string> {
  const folded = new Set<string>();
  for (const { id, required, shownWith } of asked)
    if (shownWith ? folded.has(shownWith.attribute) : !required) folded.add(id);
  return folded;
}

const hasValue = (chosen: readonly Chosen[] | undefined) =>
  chosen?.some(({ valueId, valueName }) => valueId !== null || valueName !== '') ?? false;

/** Attributes of the category: required ones first, the others folded. */
export function AttributeSection({ form, causeText, settings, of }: AttributeSectionProps) {
  const { t } = useTranslation('advertisements');
  const [unfolded, setUnfolded] = useState<string | null>();
  const { account, category, attributes, unlisted, varies } = form.values;
  if (!account || !category) return null;
  if (!settings) return <Skeleton height={140} />;
  const asked = shownAttributes(settings.attributes, claimMessagesOf(attributes)).filter(
    ({ id }) => id !== varies?.id,
  );
  const folded = foldedOf(asked);
  const required = asked.filter(({ id }) => !folded.has(id));
  const optional = asked.filter(({ id }) => folded.has(id));
  const errorOf = (id: string) => form.errors[`attributes.${id}`] ?? causeText('attributes', id);
  // Required attributes are not folded at first, and wrong ones are unfolded.
  const isOpen = unfolded === undefined ? optional.some(({ required }) => required) : unfolded !== null;
  const wishOf = (id: string) => (hasValue(attributes[id]) ? undefined : unlisted[id]);
  const isAmiss = optional.some(({ id }) => errorOf(id) ?? unlisted[id]);
  const say = (id: string, chosen: Chosen[]) =>
    form.set('attributes', withoutHidden(settings.attributes, { ...form.values.attributes, [id]: chosen }));
  const field = (attribute: CategoryAttribute) => {
    form.shownPaths.add(`attributes.${attribute.id}`);
    const fieldProps = {
      attribute,
      value: attributes[attribute.id] ?? [],
      error: errorOf(attribute.id),
      onChange: (chosen: Chosen[]) => say(attribute.id, chosen),
    };
    const wish = wishOf(attribute.id);
    return (
      <Stack key={attribute.id} gap={4}>
        {attribute.longList ? (
          <LongListField
            {...fieldProps}
            account={account.id}
            category={category.id}
            onSearched={(chosen, missing) => {
              form.derive('attributes', { ...form.values.attributes, [attribute.id]: chosen });
              if (missing) form.derive('unlisted', { ...form.values.unlisted, [attribute.id]: missing });
            }}
          />
        ) : (
          <AttributeField {...fieldProps} />
        )}
        {wish && <UnlistedNote attribute={attribute} wish={wish} onChoose={fieldProps.onChange} />}
      </Stack>
    );
  };
  return (
    <Section title={titleOf(t('publish.attributes'), of)}>
      {required.length > 0 && (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} aria-label={t('publish.required')}>
          {required.map(field)}
        </SimpleGrid>
      )}
      {optional.length > 0 && (
        <Accordion
          variant="contained"
          // The target of a link must be rendered before it is focused.
          transitionDuration={0}
          value={isOpen || isAmiss ? 'optional' : null}
          onChange={setUnfolded}
        >
          <Accordion.Item value="optional">
            <Accordion.Control>{t('publish.optional', { count: optional.length })}</Accordion.Control>
            <Accordion.Panel>
              <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>{optional.map(field)}</SimpleGrid>
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      )}
    </Section>
  );
}
