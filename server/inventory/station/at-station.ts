import { sql } from 'kysely';

/** Behind the name of who did something, where it was done (`stations as st`): `Ana · Bancada 2`. */
export const atStation = sql<string>`coalesce(' · ' || st.name, '')`;
