/** How a line of a history is told apart; the browser draws it. */
export type EventTone = 'neutral' | 'good' | 'attention' | 'bad';
