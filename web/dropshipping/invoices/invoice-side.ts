export type Side = 'seller' | 'supplier';
