/** The bench: what a packer, a dispatcher and a supplier read. */
export const bench = {
  fileName: 'Expedição',
  sale: 'Venda',
  status: 'Situação',
  dispatchLimit: 'Despachar até',
  seller: 'Vendedor',
  warehouse: 'Depósito',
  marketplace: 'Marketplace',
  items: 'Itens',
  units: 'Unidades',
  buyer: 'Comprador',
  tracking: 'Rastreio',
  purchased: 'Comprado em',
  packed: 'Embalado em',
};
