import { api } from '#contract/index.ts';
import { useApi } from '../queries.ts';
import classes from './DefaultLayout.module.css';

const most = 99;

/** How many questions of buyers wait for an answer; nothing where none does. */
export function MenuCount() {
  const { data } = useApi(api.presales.counts, {});
  const count = data ? data.waiting + data.refused : 0;
  return count > 0 && <span className={classes.count}>{count > most ? `${most}+` : count}</span>;
}
