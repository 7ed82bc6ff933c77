const LENGTHS = new Set([8, 12, 13, 14]);

/** Check digit from the right with weights 3, 1, 3, … */
export const isValidGtin = (code: string): boolean => {
  if (!/^\d+$/.test(code) || !LENGTHS.has(code.length)) return false;
  const digits = [...code].map(Number).toReversed();
  const [check = 0, ...rest] = digits;
  const sum = rest.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
};
