import { Text } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';
import { Actions } from '../actions/Actions.tsx';
import type { Action } from '../actions/action.ts';
import type { RowSelection } from './row-selection.ts';
import classes from './SelectionBar.module.css';
import { useFadingEnd } from './use-fading-end.ts';

/** Why an act of the bar cannot be done with these rows: a tooltip alone would hide it. */
function Refusals({ actions }: { actions: readonly (Action | false | null)[] }) {
  const { can } = useSession();
  const refused = actions.filter((action) => !!action && !!action.refused) as Action[];
  const shown = refused.filter(({ permission }) => !permission || can(permission));
  return shown.map(({ key, label, refused: reason }) => (
    <Text key={key} size="xs" className={classes.refused}>
      {label}: {reason}
    </Text>
  ));
}

type SelectionBarProps<T> = { selection: RowSelection<T>; actions: (Action | false | null)[] };

/**
 * Number of selected rows, further selection, and their acts. It appears below the rows, so that nothing moves, and
 * stays at the foot of the screen until the end of the list is visible.
 */
export function SelectionBar<T>({ selection, actions }: SelectionBarProps<T>) {
  const { t } = useTranslation();
  const { chosen, someChosen, chooseAll } = selection;
  const fading = useFadingEnd(actions.length);
  return (
    <div className={classes.bar} hidden={!someChosen} data-selection-bar>
      <div className={classes.said}>
        <Text size="sm" fw={600} aria-live="polite">
          {someChosen && t('table.selected', { rows: chosen.rowsText })}
        </Text>
        {someChosen && chooseAll && (
          <button type="button" className={classes.textButton} onClick={chooseAll}>
            {t('table.selectEverything')}
          </button>
        )}
        {someChosen && (
          <button type="button" className={classes.textButton} onClick={chosen.clear}>
            {t('table.clearSelection')}
          </button>
        )}
      </div>
      {someChosen && (
        <div className={classes.acts} {...fading}>
          <Actions items={actions} size="xs" />
        </div>
      )}
      {someChosen && <Refusals actions={actions} />}
    </div>
  );
}
