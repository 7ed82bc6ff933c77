type Address = Record<'zip' | 'state' | 'city' | 'neighborhood' | 'street' | 'number' | 'complement', string>;

/** Street, quarter, town and zip code, if known. */
export function addressLines(address: Address): string[] {
  const { street, number, complement, neighborhood, city, state, zip } = address;
  const filled = (parts: string[], by: string) => parts.filter(Boolean).join(by);
  return [
    filled([filled([street, number], ', '), complement], ' — '),
    filled([neighborhood, filled([city, state], ' / ')], ' — '),
    zip && `CEP ${zip.replace(/^(\d{5})(\d{3})$/, '$1-$2')}`,
  ].filter(Boolean);
}
