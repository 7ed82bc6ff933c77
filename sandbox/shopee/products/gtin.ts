/** 8, 12, 13 or 14 digits with a check digit; `00` means that there is none. */
export const isGtin = (code: string): boolean => {
  if (!/^(\d{8}|\d{12}|\d{13}|\d{14})$/.test(code)) return false;
  const digits = [...code].map(Number).toReversed();
  const sum = digits.slice(1).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === digits[0];
};

export const NO_GTIN = '00';
