import { Anchor, Button, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type StationDoor as Door, maxWrongPins, stations } from '#contract/inventory/station.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { forgetStation, isStation } from '../../station.ts';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { PinPad } from './PinPad.tsx';
import classes from './station.module.css';

type Person = Door['people'][number];
type DoorProps = {
  onEntered: (userId: number) => void;
  /** The name of the station. */
  onKnown?: (where: string) => void;
  /** The last person, who is the most likely to return. */
  person?: Person;
};

/** Choice of a person, then their PIN. */
export function StationDoor({ onEntered, onKnown, person }: DoorProps) {
  const { t } = useTranslation('account');
  const read = useApi(stations.people, {});
  const [chosen, setChosen] = useState<Person | null>(person ?? null);
  const { data, error } = read;
  const door = data?.door;
  const where = door ? t('station.where', door) : '';
  useEffect(() => onKnown?.(where), [where, onKnown]);
  const unknown = door === null;
  // A browser that was never enrolled cannot have been revoked.
  const [wasStation] = useState(isStation);
  useEffect(() => {
    if (unknown) forgetStation();
  }, [unknown]);
  if (unknown)
    return (
      <EmptyState
        icon={IconLock}
        title={t(wasStation ? 'station.revokedTitle' : 'station.noneTitle')}
        hint={t(wasStation ? 'station.revokedText' : 'station.noneText')}
        action={<PasswordLink />}
      />
    );
  if (error && !data)
    return <ErrorState failure={error} title={t('station.unread')} retry={() => void read.refetch()} />;
  if (!door) return <Skeleton height={220} />;
  if (door.locked)
    return (
      <EmptyState
        icon={IconLock}
        title={t('station.lockedTitle')}
        hint={t('station.lockedText', { count: maxWrongPins })}
        action={
          <Stack gap="xs">
            <Button onClick={() => void read.refetch()}>{t('station.again')}</Button>
            <PasswordLink />
          </Stack>
        }
      />
    );
  if (chosen)
    return (
      <PinPad
        person={chosen}
        onEntered={() => onEntered(chosen.id)}
        onOther={() => setChosen(null)}
        onShut={() => void read.refetch()}
      />
    );
  return <People people={door.people} choose={setChosen} />;
}

/** Leaving loads another page, which discards everything the station had open. */
function PasswordLink() {
  const { t } = useTranslation('account');
  return (
    <Anchor href={paths.account.login()} size="sm" className={classes.link}>
      {t('station.password')}
    </Anchor>
  );
}

const manyPeople = 8;

function People({ people, choose }: { people: readonly Person[]; choose: (person: Person) => void }) {
  const { t } = useTranslation('account');
  const [wanted, setWanted] = useState('');
  const shown = people.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <Stack gap="sm">
      {people.length > 0 && <Text fw={600}>{t('station.title')}</Text>}
      {people.length === 0 && <Text c="dimmed">{t('station.nobody')}</Text>}
      {people.length > manyPeople && (
        <TextInput
          size="md"
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          aria-label={t('station.search')}
          placeholder={t('station.search')}
        />
      )}
      <ul className={classes.people} aria-label={t('station.title')}>
        {shown.map((person) => (
          <li key={person.id}>
            <UnstyledButton className={classes.who} onClick={() => choose(person)}>
              {person.name}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <PasswordLink />
    </Stack>
  );
}
