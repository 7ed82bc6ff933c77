/** Static BR Code of the Central Bank's manual: id, length, value; CRC-16/CCITT-FALSE at the end. */

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;

const plain = (text: string, longest: number): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9 ]/g, '')
    .toUpperCase()
    .slice(0, longest);

export const crc16 = (text: string): string => {
  let crc = 0xffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    crc &= 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
};

const KEY = 'pagamentos@mercadodetestes.example';

export const pixCode = (charge: { name: string; city: string; amount: number; txid: string }): string => {
  const head =
    field('00', '01') +
    field('26', field('00', 'br.gov.bcb.pix') + field('01', KEY)) +
    field('52', '0000') +
    field('53', '986') +
    field('54', charge.amount.toFixed(2)) +
    field('58', 'BR') +
    field('59', plain(charge.name, 25)) +
    field('60', plain(charge.city, 15)) +
    field('62', field('05', charge.txid.slice(0, 25)));
  return `${head}6304${crc16(`${head}6304`)}`;
};
