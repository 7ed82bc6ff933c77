import { MultiSelect, Pill } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import type { WornTag } from '#contract/business/tag.ts';
import { useAct } from '../../acts.ts';
import { call } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import type { FieldProps } from '../../ui/bindings.ts';
import { useSession } from '../../use-session.ts';
import classes from './Tags.module.css';
import { type TagKindName, tagKinds } from './tag-kind.ts';

type WornTagsFieldProps = FieldProps<WornTag[]> & {
  kind: TagKindName;
  /** Option that creates the typed tag. */
  creatable?: boolean;
};

/** Option value for a tag that does not exist yet. */
const made = 'new';

/** Tags, chosen from a list or created by typing a name. */
export function WornTagsField({ kind, value, onChange, creatable, ...rest }: WornTagsFieldProps) {
  const { t } = useTranslation([kind, 'ui']);
  const { tags, create: mayBeMade } = tagKinds[kind];
  const { can } = useSession();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const [words] = useDebouncedValue(name, 200);
  const found = useApi(tags.list, {
    query: { size: '100', query: words ? quoted(words) : undefined },
  });
  const create = useAct(tags.create);
  const known = new Map([...value, ...(found.data?.items ?? [])].map((tag) => [String(tag.id), tag]));
  const mayCreate = creatable && can(mayBeMade);
  const created = async () => {
    const outcome = await create.run({ body: { name } });
    return outcome.ok ? outcome.response : undefined;
  };
  const isKnown = [...known.values()].some((tag) => isNamed(tag, name));
  const offersNew = mayCreate && name !== '' && words === name && !isKnown;
  const options = [...known].map(([id, tag]) => ({ value: id, label: tag.name }));
  const choose = async (ids: string[]) => {
    const chosen = ids.flatMap((id) => known.get(id) ?? []);
    setTyped('');
    onChange(chosen.map(worn));
    if (!ids.includes(made)) return;
    const tag = await created();
    if (tag) onChange([...chosen, tag].map(worn));
  };
  /** Enter adds the typed tag even if its options are not loaded yet. */
  const take = async (): Promise<void> => {
    const { items } = await call(tags.list, { query: { size: '100', query: quoted(name) } });
    const same = items.find((tag) => isNamed(tag, name));
    if (same && value.some(({ id }) => id === same.id)) return setTyped('');
    const taken = same ?? (mayCreate ? await created() : undefined);
    if (taken === undefined) return;
    setTyped('');
    onChange([...value, taken].map(worn));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isChoosing = event.currentTarget.getAttribute('aria-activedescendant') !== null;
    if (event.key !== 'Enter' || name === '' || isChoosing) return;
    event.preventDefault();
    if (!create.pending) take().catch(() => undefined);
  };
  return (
    <MultiSelect
      {...rest}
      data-field={rest.name}
      placeholder={value.length === 0 ? rest.placeholder : undefined}
      data={offersNew ? [...options, { value: made, label: t('tags.create', { name }) }] : options}
      value={value.map(({ id }) => String(id))}
      onChange={(ids) => void choose(ids)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onKeyDown={onKeyDown}
      // The server has already filtered, including accents.
      filter={({ options: all }) => all}
      hidePickedOptions
      nothingFoundMessage={t('ui:field.nothingFound')}
      renderPill={({ value: id, onRemove, disabled }) => (
        <Pill
          className={classes.pill}
          data-colour={known.get(String(id))?.colour}
          withRemoveButton={!rest.readOnly}
          onRemove={onRemove}
          disabled={disabled}
        >
          {known.get(String(id))?.name}
        </Pill>
      )}
    />
  );
}

const quoted = (words: string) => `"${words.replaceAll('"', '')}"`;
const isNamed = (tag: WornTag, name: string) => tag.name.toLowerCase() === name.toLowerCase();
const worn = ({ id, name, colour }: WornTag): WornTag => ({ id, name, colour });
