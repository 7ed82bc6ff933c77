const space = '\u00a0';

/** Keeps an amount with its sign, and a number or its place in a message with its unit, on one line of a screen. */
export function joined(text: string): string {
  return text
    .replace(/R\$ (?=\d|\{\{)/g, `R$${space}`)
    .replace(/(\d|\}\}) (?=(?:kg|g|cm|mm|ml|kB|MB|GB|px|min|h|s)(?![\p{L}\d]))/gu, `$1${space}`);
}

/** The same with ordinary spaces, as it is copied. */
export const parted = (text: string): string => text.replaceAll(space, ' ');
