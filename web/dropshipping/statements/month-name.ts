/** 11/2026 */
export const monthName = (month: string) => month.split('-').toReversed().join('/');
