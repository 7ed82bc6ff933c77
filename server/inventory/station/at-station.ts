import { sql } from 'kysely';

/** Appends the station (`stations as st`) to the name of the person: `Ana · Bancada 2`. */
export const atStation = sql<string>`coalesce(' · ' || st.name, '')`;
