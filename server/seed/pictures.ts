import sharp from 'sharp';
import type { Shape } from './goods.ts';

/** Colour of a value, in the words of the goods; other values take the shelf's own. */
export const colours: Record<string, string> = {
  Branco: '#f4f1ea',
  Preto: '#2c2c30',
  Azul: '#3b6ea8',
  Verde: '#4f7f5b',
  Terracota: '#b9623f',
  Cinza: '#8b9097',
  Cru: '#d9cdb4',
  Mostarda: '#cf9a35',
  Rosa: '#d58a9a',
  Grafite: '#4a4f57',
};

export const grounds = ['#eef3f1', '#f4eee6', '#eceff5', '#f3ecef', '#eef1e6'] as const;

/** Each drawn in 800 × 800; `c` is the body, dark strokes give it depth. */
const drawings: Record<Shape, (c: string) => string> = {
  mug: (c) => `<path d="M520 330h70a90 90 0 0 1 0 200h-70" fill="none" stroke="${c}" stroke-width="44"/>
    <path d="M240 250h300v270a80 80 0 0 1-80 80H320a80 80 0 0 1-80-80z" fill="${c}"/>
    <ellipse cx="390" cy="250" rx="150" ry="34" fill="#0002"/><path d="M280 300v210" stroke="#fff5" stroke-width="22"/>`,
  pan: (c) => `<rect x="500" y="370" width="230" height="46" rx="23" fill="#3a3330"/>
    <path d="M120 360h420v70a110 110 0 0 1-110 110H230a110 110 0 0 1-110-110z" fill="${c}"/>
    <ellipse cx="330" cy="360" rx="210" ry="46" fill="#0003"/><ellipse cx="330" cy="356" rx="180" ry="34" fill="#0003"/>`,
  box: (c) => `<path d="M170 320h460v260a26 26 0 0 1-26 26H196a26 26 0 0 1-26-26z" fill="${c}"/>
    <rect x="140" y="250" width="520" height="86" rx="20" fill="${c}"/><rect x="140" y="250" width="520" height="86" rx="20" fill="#0002"/>
    <rect x="330" y="400" width="140" height="40" rx="20" fill="#0003"/>`,
  lamp: (
    c,
  ) => `<path d="M290 180h220l90 210H200z" fill="${c}"/><rect x="386" y="390" width="28" height="190" fill="#57483a"/>
    <ellipse cx="400" cy="600" rx="120" ry="28" fill="#57483a"/><path d="M230 400h340l40 90H190z" fill="#ffd87a55"/>`,
  cushion: (c) => `<path d="M190 200q210 50 420 0q-50 210 0 420q-210-50-420 0q50-210 0-420z" fill="${c}"/>
    <path d="M250 260q150 36 300 0q-36 150 0 300q-150-36-300 0q36-150 0-300z" fill="none" stroke="#0002" stroke-width="10"/>
    <circle cx="400" cy="410" r="14" fill="#0003"/>`,
  towel: (
    c,
  ) => `<rect x="170" y="470" width="460" height="110" rx="40" fill="${c}"/><rect x="190" y="370" width="420" height="104" rx="40" fill="${c}"/>
    <rect x="190" y="370" width="420" height="104" rx="40" fill="#fff2"/><rect x="210" y="276" width="380" height="98" rx="38" fill="${c}"/>
    <path d="M230 324h340M210 420h380M190 524h420" stroke="#0002" stroke-width="10"/>`,
  bottle: (
    c,
  ) => `<rect x="352" y="140" width="96" height="80" rx="16" fill="#3c3f45"/><path d="M350 220h100q70 60 70 150v240a50 50 0 0 1-50 50H330a50 50 0 0 1-50-50V370q0-90 70-150z" fill="${c}"/>
    <path d="M322 380v220" stroke="#fff5" stroke-width="22"/><rect x="280" y="450" width="240" height="70" fill="#0001"/>`,
  tool: (
    c,
  ) => `<g transform="rotate(-38 400 400)"><rect x="376" y="300" width="48" height="370" rx="24" fill="${c}"/>
    <path d="M280 190h240v90H430v40h-60v-40h-50a60 60 0 0 1-40-90z" fill="#6a7078"/><rect x="376" y="520" width="48" height="150" rx="24" fill="#0003"/></g>`,
  plant: (
    c,
  ) => `<path d="M400 430q-130-40-140-200q130 20 140 200zM400 430q130-60 120-240q-130 50-120 240zM400 430q0-150 20-260" fill="#5f9263" stroke="#44734b" stroke-width="8"/>
    <path d="M250 430h300l-40 210a30 30 0 0 1-30 24H320a30 30 0 0 1-30-24z" fill="${c}"/><rect x="236" y="410" width="328" height="60" rx="16" fill="${c}"/><rect x="236" y="410" width="328" height="60" rx="16" fill="#0002"/>`,
  ball: (
    c,
  ) => `<circle cx="400" cy="410" r="220" fill="${c}"/><path d="M400 300l96 70-37 112H341l-37-112z" fill="#2e3138"/>
    <path d="M400 300V190M496 370l108-36M459 482l66 94M341 482l-66 94M304 370l-108-36" stroke="#2e3138" stroke-width="14"/>
    <path d="M270 270q50-50 110-60" stroke="#fff7" stroke-width="20" fill="none"/>`,
  backpack: (
    c,
  ) => `<path d="M340 190a60 60 0 0 1 120 0" fill="none" stroke="#3a3d43" stroke-width="24"/><path d="M250 330a150 150 0 0 1 300 0v290a40 40 0 0 1-40 40H290a40 40 0 0 1-40-40z" fill="${c}"/>
    <rect x="290" y="450" width="220" height="150" rx="24" fill="#0002"/><path d="M290 490h220M300 340h200" stroke="#0004" stroke-width="12"/>`,
  bowl: (
    c,
  ) => `<path d="M160 350h480q0 190-150 236v34H310v-34Q160 540 160 350z" fill="${c}"/><ellipse cx="400" cy="350" rx="240" ry="54" fill="#0002"/>
    <ellipse cx="400" cy="346" rx="212" ry="42" fill="#0002"/>`,
};

/** A product on a plain ground with a soft shadow. */
export function drawProduct(shape: Shape, colour: string, ground: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">
    <rect width="800" height="800" fill="${ground}"/><ellipse cx="400" cy="650" rx="260" ry="36" fill="#0000001f"/>
    ${drawings[shape](colour)}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 2 }).toBuffer();
}

/** A paper with a title and lines of text. */
export function drawPaper(title: string, lines: readonly string[]): Promise<Buffer> {
  const text = lines.map(
    (line, index) =>
      `<text x="60" y="${150 + index * 62}" font-family="sans-serif" font-size="30" fill="#26302e">${escapeXml(line)}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="${220 + lines.length * 62}">
    <rect width="100%" height="100%" fill="#ffffff"/><rect width="100%" height="84" fill="#0b6a74"/>
    <text x="60" y="55" font-family="sans-serif" font-size="34" fill="#ffffff">${escapeXml(title)}</text>${text.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
