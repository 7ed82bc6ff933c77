import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type TagChange, type TagFields, tagColours } from '#contract/business/tag.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/dialog/confirm.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useSession } from '../../use-session.ts';
import classes from './Tags.module.css';
import { type TagKindName, tagKinds } from './tag-kind.ts';

type TagRowProps = { kind: TagKindName; tag: TagFields; worn: number };

/** One tag: its name is saved on Enter or blur, its colour when chosen. */
export function TagRow({ kind, tag, worn }: TagRowProps) {
  const { t } = useTranslation([kind, 'ui']);
  const { tags, remove: mayBeRemoved } = tagKinds[kind];
  const { can } = useSession();
  const [name, setName] = useState(tag.name);
  useEffect(() => setName(tag.name), [tag.name]);
  const update = useAct(tags.update);
  const remove = useAct(tags.remove);
  const params = { id: tag.id };
  const save = (body: TagChange) => update.run({ params, body, version: tag.version });
  const rename = async () => {
    const next = name.trim();
    if (next === '' || next === tag.name) return setName(tag.name);
    if (!update.pending && !(await save({ name: next })).ok) setName(tag.name);
  };
  const askAndRemove = async () => {
    const sure = await confirm({
      title: t('tags.removeSure', { name: tag.name }),
      message: worn === 0 ? t('tags.removeUnused') : t('tags.removeText', { count: worn }),
      confirm: t('ui:act.remove'),
      tone: 'bad',
    });
    if (sure) await remove.run({ params });
  };
  return (
    <div className={classes.row}>
      <TextInput
        aria-label={t('tags.nameOf', { name: tag.name })}
        value={name}
        maxLength={40}
        leftSection={<span className={classes.swatch} data-colour={tag.colour} aria-hidden />}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() => void rename()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      <SelectField
        aria-label={t('tags.colourOf', { name: tag.name })}
        value={tag.colour}
        options={tagColours.map((colour) => ({ value: colour, label: t(`tags.colours.${colour}`) }))}
        onChange={(colour) => colour && colour !== tag.colour && void save({ colour })}
      />
      <Text size="sm" c="dimmed" className={classes.count}>
        {t('tags.worn', { count: worn })}
      </Text>
      {can(mayBeRemoved) && (
        <ActionIcon
          className={classes.remove}
          aria-label={t('tags.remove', { name: tag.name })}
          loading={remove.pending}
          onClick={() => void askAndRemove()}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
