const weights = [8, 6, 4, 2, 3, 5, 9, 7];

/** S10 of the UPU, as Correios use it: two letters, eight digits, their check digit, the country. */
function isPostalCode(code: string): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(code[index + 2]), 0);
  const check = 11 - (sum % 11);
  return Number(code[10]) === (check === 10 ? 0 : check === 11 ? 5 : check);
}

/**
 * A carrier's tracking code, in capitals and without spaces. Each carrier has its own format; all have letters, digits
 * and hyphens, with at least some digits. A code in the postal format must have the right check digit.
 */
export function isTrackingCode(code: string): boolean {
  if (/^[A-Z]{2}\d{9}[A-Z]{2}$/.test(code)) return isPostalCode(code);
  return /^[A-Z0-9-]{6,40}$/.test(code) && /\d{3}/.test(code);
}
