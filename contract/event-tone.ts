/** The tone of a history line; the browser draws it. */
export type EventTone = 'neutral' | 'good' | 'attention' | 'bad';
