import { Group, TextInput } from '@mantine/core';
import { type PlacePaper, placePapers } from '#contract/inventory/place-label.ts';
import { useTranslation } from '../../i18n.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import type { ArrowChoice, LabelChoice } from './use-label-choice.ts';

type Fields = { choice: LabelChoice; setChoice: (choice: LabelChoice) => void };

const arrowChoices: readonly ArrowChoice[] = ['none', 'up', 'down', 'level'];
const brands: Partial<Record<PlacePaper, 'compatible' | 'compatibleLarge'>> = {
  a4_14: 'compatible',
  a4_8: 'compatibleLarge',
};

export function PaperField({ choice, setChoice }: Fields) {
  const { t } = useTranslation('inventory');
  const brand = brands[choice.paper];
  return (
    <SelectField
      label={t('placeLabels.paper')}
      description={brand && t(`placeLabels.${brand}`)}
      value={choice.paper}
      options={placePapers.map((value) => ({ value, label: t(`placeLabels.papers.${value}`) }))}
      onChange={(paper) => paper && setChoice({ ...choice, paper })}
    />
  );
}

export function ArrowFields({ choice, setChoice }: Fields) {
  const { t } = useTranslation('inventory');
  return (
    <>
      <SelectField
        label={t('placeLabels.arrows')}
        description={t('placeLabels.arrowsHint')}
        value={choice.arrows}
        options={arrowChoices.map((value) => ({ value, label: t(`placeLabels.arrow.${value}`) }))}
        onChange={(arrows) => arrows && setChoice({ ...choice, arrows })}
      />
      {choice.arrows === 'level' && <LevelFields choice={choice} setChoice={setChoice} />}
    </>
  );
}

/** Which step of the code is the level, and up to which one the place is below the label. */
function LevelFields({ choice, setChoice }: Fields) {
  const { t } = useTranslation(['inventory', 'fields']);
  return (
    <Group grow align="flex-start">
      <TextInput
        label={t('placeLabels.prefix')}
        description={t('placeLabels.prefixHint')}
        value={choice.prefix}
        maxLength={10}
        required
        error={choice.prefix.trim() === '' && t('fields:required')}
        onChange={(event) => setChoice({ ...choice, prefix: event.currentTarget.value.toUpperCase() })}
      />
      <NumberField
        label={t('placeLabels.below')}
        description={t('placeLabels.belowHint')}
        value={choice.below}
        required
        onChange={(below) => setChoice({ ...choice, below })}
      />
    </Group>
  );
}
