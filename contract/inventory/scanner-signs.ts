/** Separates elements of variable length: FNC1, as scanners send it. */
export const groupSeparator = '\u001d';

/** The same code within this time is the same scan, sent twice by the scanner. */
export const sameScanMs = 80;

/** The code of the packing bench, the only place whose code has no digit. */
export const benchCode = 'BANCADA';
