import { Accordion, SimpleGrid, Skeleton } from '@mantine/core';
import type { CategoryAttribute, CategorySettings } from '#contract/marketplaces/marketplace-category.ts';
import { useTranslation } from '../../i18n.ts';
import { Section } from '../../ui/page/Section.tsx';
import { AttributeField } from './AttributeField.tsx';
import type { PublishFormProps } from './publish-form.ts';

type AttributeSectionProps = PublishFormProps & { settings: CategorySettings | undefined };

/** What the category asks for: what it must know first, the rest folded away. */
export function AttributeSection({ form, causeText, settings }: AttributeSectionProps) {
  const { t } = useTranslation('advertisements');
  const { attributes, varies } = form.values;
  if (!form.values.category) return null;
  if (!settings) return <Skeleton height={140} />;
  const asked = settings.attributes.filter((attribute) => attribute.id !== varies?.id);
  const required = asked.filter((attribute) => attribute.required);
  const optional = asked.filter((attribute) => !attribute.required);
  const field = (attribute: CategoryAttribute) => {
    const path = `attributes.${attribute.id}` as const;
    form.shownPaths.add(path);
    return (
      <AttributeField
        key={attribute.id}
        attribute={attribute}
        value={attributes[attribute.id]}
        error={form.errors[path] ?? causeText('attributes', attribute.id)}
        onChange={(value) => form.set('attributes', { ...form.values.attributes, [attribute.id]: value })}
      />
    );
  };
  return (
    <Section title={t('publish.attributes')}>
      {required.length > 0 && (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} aria-label={t('publish.required')}>
          {required.map(field)}
        </SimpleGrid>
      )}
      {optional.length > 0 && (
        <Accordion variant="contained">
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
