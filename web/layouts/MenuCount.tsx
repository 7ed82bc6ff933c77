import { api } from '#contract/index.ts';
import { useApi } from '../queries.ts';
import classes from './DefaultLayout.module.css';

const most = 99;

/** Number of threads that wait for an answer; nothing if there are none. */
export function MenuCount() {
  const { data } = useApi(api.chats.counts, {});
  const count = data?.waiting ?? 0;
  return count > 0 && <span className={classes.count}>{count > most ? `${most}+` : count}</span>;
}
