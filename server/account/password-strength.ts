import { marketplaceIds } from '#contract/marketplaces/marketplace.ts';

/** Words, names, runs and walks over the keyboard that lists of leaked passwords are made of; pt and en. */
const commonWords = `
password passw0rd passwort pass senha minhasenha senhasegura senhaforte mudar trocar alterar entrar acesso acessar
login admin administrador administrator root user usuario usuarios guest convidado teste test testing default padrao
welcome bemvindo hello ola letmein changeme secret segredo secreto master server servidor system sistema computer
internet windows google facebook instagram whatsapp youtube samsung iphone android microsoft linux apple amazon
qwertyuiop qwerty qwert asdfghjkl asdfgh asdf zxcvbnm zxcvbn zxcv poiuytrewq lkjhgfdsa mnbvcxz qazwsxedc qazwsx
qwe asd zxc qaz wsx edc poi abcdefghijklmnopqrstuvwxyz abcdefghij abcdefgh abcdef abcd abc zyxwvu xyz
1q2w3e4r5t6y7u8i9o0p 1q2w3e4r5t6y 1q2w3e4r5t 1q2w3e4r 1q2w3e 1qaz2wsx3edc 1qaz2wsx zaq12wsx q1w2e3r4t5 q1w2e3r4 a1b2c3d4e5 a1b2c3d4 a1b2c3
1234567890 0123456789 123456789 12345678 1234567 123456 12345 1234 123 0987654321 987654321 87654321 7654321 654321
54321 4321 321 123123 112233 121212 131313 102030 010203 142536 147258369 147258 159753 159357 789456123 789456
246810 13579 696969 666 777 888 999 000 111 222 333 444 555
iloveyou teamo euteamo teamomuito amor amorzinho meuamor love lovely princesa princess prince angel anjo sunshine
shadow dragon monkey tigger tiger football futebol baseball basketball soccer hockey superman batman spiderman
pokemon naruto starwars minecraft freedom liberdade forever always trustno killer hunter ranger summer verao winter
inverno spring primavera autumn outono flower flores butterfly borboleta chocolate cookie cheese pepper banana orange
purple silver golden diamond crystal jesus jesuscristo jesuscristoemeusenhor cristo deus deusefiel deusmeama senhor
jeova maria santa gabriel gabriela miguel arthur davi lucas mateus matheus pedro paulo joao jose carlos antonio
francisco rafael daniel daniela bruno bruna felipe gustavo rodrigo fernando fernanda amanda camila juliana mariana
beatriz leticia larissa vanessa patricia jessica michael michelle jennifer jordan thomas andrew robert william charlie
ashley brasil brazil brasileiro saopaulo riodejaneiro flamengo corinthians palmeiras santos gremio internacional
vasco cruzeiro atletico botafogo fluminense familia family mamae papai filho filha minhavida felicidade felicidades
saudade esperanca vitoria victory champion campeao campeoes estrela star lua sol sucesso dinheiro money gatinho gato
cachorro bolinha princesinha boneca bonita linda lindo gostosa rock metal music musica guitar guitarra matrix
easy loja lojas vendas venda seller supplier fornecedor fornecedora produto produtos estoque dropshipping marketplace
mercado comercio empresa business office escritorio
janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda terca quarta quinta
sexta sabado domingo january february march april may june july august september october november december monday
friday sunday`
  .trim()
  .split(/\s+/)
  .concat(marketplaceIds.map((id) => id.replaceAll('-', '')))
  .sort((a, b) => b.length - a.length);

const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** The rest without known words; long words are removed first. */
function remainder(text: string, words: readonly string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(word, ' '), text);
}

function isThin(rest: string): boolean {
  const letters = rest.replace(/[^\p{L}]/gu, '').length;
  const others = rest.replace(/[\p{L}\s]/gu, '').length;
  return letters < 3 && others <= 6;
}

/**
 * True for a password that consists mostly of common words, dates, sequences, repetitions or the person's own words.
 */
export function isGuessable(password: string, ownWords: readonly string[]): boolean {
  const text = fold(password);
  if (new Set(text).size < 5) return true;
  const own = ownWords
    .flatMap((words) => [fold(words).replace(/[^\p{L}\p{N}]/gu, ''), ...fold(words).split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length);
  const words = [...own, ...commonWords];
  return isThin(remainder(text, words)) || isDisguised(text, words) || isRepetition(text);
}

/** `p@ssw0rd2024!` is read as letters between the first and the last letter; the rest is a date or decoration. */
function isDisguised(text: string, words: readonly string[]): boolean {
  const core = text.replace(/^\P{L}+|\P{L}+$/gu, '');
  const plain = [...core].map((character) => lookAlikes[character] ?? character).join('');
  return text.length - core.length <= 6 && isThin(remainder(plain, words));
}

/** `abcxyzabcxyz`: one block over and over. */
function isRepetition(text: string): boolean {
  return /^(.{1,8}?)\1+.{0,3}$/u.test(text);
}
