import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconBackspace } from '@tabler/icons-react';
import { useState } from 'react';
import { stations } from '#contract/inventory/station.ts';
import { useAct } from '../../acts.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { useKeypadRefusesScans } from '../../ui/scan/refuse-scans.ts';
import classes from './station.module.css';

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const [shortest, longest] = [4, 6];

type PinPadProps = {
  person: { id: number; name: string };
  onEntered: () => void;
  onOther: () => void;
  /** The station accepts no PIN any more. */
  onShut: () => void;
};

/** Keys large enough for gloves; the number keys of a keyboard work as well. */
export function PinPad({ person, onEntered, onOther, onShut }: PinPadProps) {
  const { t } = useTranslation(['account', 'ui']);
  const [pin, setPin] = useState('');
  const enter = useAct(stations.enter, {
    success: false,
    onSuccess: onEntered,
    onFailure: ({ problem }) => {
      setPin('');
      if (problem.code === 'station_locked' || problem.code === 'station_unknown') onShut();
      return true;
    },
  });
  const scan = useKeypadRefusesScans(pin, setPin);
  const type = (digit: string) => {
    scan.forget();
    setPin((typed) => (typed.length < longest ? typed + digit : typed));
  };
  const erase = () => setPin((typed) => typed.slice(0, -1));
  const complete = pin.length >= shortest && !enter.pending;
  const send = () => {
    if (complete) void enter.run({ body: { person: person.id, pin } });
  };
  useHotkeys(
    [
      ...[...digits, '0'].map((digit): [string, () => void] => [digit, () => type(digit)]),
      ['Backspace', erase],
      ['Enter', send],
      ['Escape', onOther],
    ],
    [],
  );
  return (
    <div className={classes.pad}>
      <Text fw={600} ta="center" size="lg">
        {t('station.pinOf', { name: person.name })}
      </Text>
      <output className={classes.dots} aria-label={t('station.typed', { count: pin.length })}>
        {Array.from({ length: longest }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
          <span key={place} data-filled={place < pin.length} aria-hidden />
        ))}
      </output>
      <Text className={classes.answer} c="red" fw={600} ta="center" role="alert">
        {scan.refused ? t('ui:scan.notHere') : enter.failure && pin === '' && reasonOf(enter.failure)}
      </Text>
      <div className={classes.keys}>
        {digits.map((digit) => (
          <Key key={digit} digit={digit} type={type} />
        ))}
        <UnstyledButton className={classes.key} onClick={erase} aria-label={t('station.erase')}>
          <IconBackspace size={26} aria-hidden />
        </UnstyledButton>
        <Key digit="0" type={type} />
        <Button className={classes.enter} onClick={send} disabled={!complete} loading={enter.pending}>
          {t('station.enter')}
        </Button>
      </div>
      <Group justify="center">
        <Button variant="subtle" size="md" onClick={onOther}>
          {t('station.other')}
        </Button>
      </Group>
    </div>
  );
}

function Key({ digit, type }: { digit: string; type: (digit: string) => void }) {
  const { t } = useTranslation('account');
  return (
    <UnstyledButton
      className={classes.key}
      onClick={() => type(digit)}
      // Without focus on the key, Enter does not press it again.
      onMouseDown={(event) => event.preventDefault()}
      aria-label={t('station.digit', { digit })}
    >
      {digit}
    </UnstyledButton>
  );
}
