import { api } from '#contract/index.ts';
import { useApi } from '../queries.ts';
import classes from './DefaultLayout.module.css';

const most = 99;

/** How many threads wait for us; nothing where none does. */
export function MenuCount() {
  const { data } = useApi(api.chats.counts, {});
  const count = data?.waiting ?? 0;
  return count > 0 && <span className={classes.count}>{count > most ? `${most}+` : count}</span>;
}
