import { Anchor, Text } from '@mantine/core';
import type { CategoryAttribute } from '#contract/marketplaces/marketplace-category.ts';
import { useTranslation } from '../../i18n.ts';
import type { Chosen } from './publish-values.ts';

type UnlistedNoteProps = {
  attribute: CategoryAttribute;
  /** The value of the product, or of the former category, that the list does not have. */
  wish: string;
  onChoose: (chosen: Chosen[]) => void;
};

/** Says before sending that the marketplace would refuse a value, and offers what it accepts instead. */
export function UnlistedNote({ attribute, wish, onChoose }: UnlistedNoteProps) {
  const { t } = useTranslation('advertisements');
  const { name, values, noneValue, requestable } = attribute;
  const none = values.find(({ id }) => id === noneValue);
  return (
    <Text size="xs" c="orange" role="status">
      {t('publish.unlisted', { value: wish })} {requestable && t('publish.unlistedRequest', { value: wish })}{' '}
      {none && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          fw={600}
          onClick={() => onChoose([{ name, valueId: none.id, valueName: none.name }])}
        >
          {t('publish.useListed', { name: none.name })}
        </Anchor>
      )}
    </Text>
  );
}
