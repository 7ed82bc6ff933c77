import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/**
 * Every token of the look. Petrol leads, amber asks for attention, neutrals lean to petrol; each pair of text and
 * ground below is at least 4.5:1 in its scheme (`theme.test.ts` computes it).
 */
const petrol: MantineColorsTuple = [
  '#e9f5f5',
  '#d2e9ea',
  '#a5d3d6',
  '#76bcc1',
  '#4ea7ae',
  '#2f939b',
  '#17808a',
  '#0b6a74',
  '#07545c',
  '#043c43',
];
const gray: MantineColorsTuple = [
  '#f6f8f8',
  '#edf1f1',
  '#e1e7e7',
  '#cfd8d8',
  '#b3bfc0',
  '#8d9b9d',
  '#647275',
  '#4b585b',
  '#333e41',
  '#1c2527',
];
const dark: MantineColorsTuple = [
  '#d5dddd',
  '#b3bebf',
  '#94a2a4',
  '#69787b',
  '#435154',
  '#364346',
  '#2a3538',
  '#1f292c',
  '#182123',
  '#111819',
];
const red: MantineColorsTuple = [
  '#fdeeec',
  '#fad9d5',
  '#f3b1aa',
  '#ec877d',
  '#e56256',
  '#dc4537',
  '#cb3326',
  '#b3271b',
  '#8f1d13',
  '#67130c',
];
const amber: MantineColorsTuple = [
  '#fff5e0',
  '#ffe8bd',
  '#fdd182',
  '#f9b945',
  '#f0a41c',
  '#d88e0a',
  '#b57505',
  '#8f5b04',
  '#6d4503',
  '#4a2f02',
];
const green: MantineColorsTuple = [
  '#eaf6ec',
  '#d3ecd7',
  '#a6d8ae',
  '#77c383',
  '#4dae5e',
  '#319745',
  '#218136',
  '#166a29',
  '#0f531f',
  '#093a15',
];
const blue: MantineColorsTuple = [
  '#ebf2fc',
  '#d6e4f8',
  '#aac8ef',
  '#7caae6',
  '#538fdd',
  '#3578d2',
  '#2463ba',
  '#1a4f99',
  '#133c76',
  '#0c2954',
];

/** Both typefaces are declared in typeface.css. */
const family = '"Inter Variable", "Inter fallback", Roboto, system-ui, sans-serif';
const mono = 'ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", "Liberation Mono", monospace';

/** Shadow of overlays: dialogs and drawers. */
const overTitle = { fontWeight: 650, fontSize: '1.0625rem' };

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  // The library computes the text colour on filled backgrounds once for the light scheme; ours depends on the scheme.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: 'var(--easy-on-accent)' } : colors;
  },
  colors: { petrol, gray, dark, red, amber, yellow: amber, orange: amber, green, teal: petrol, blue },
  fontFamily: family,
  fontFamilyMonospace: mono,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem', floor: '1.125rem' },
  headings: {
    fontFamily: family,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  spacing: { xs: '0.375rem', sm: '0.625rem', md: '1rem', lg: '1.5rem', xl: '2.25rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // Set although it is the default: otherwise its text colour ignores the scheme.
    Badge: { defaultProps: { variant: 'filled' } },
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: true } },
    },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    // The library's focus trap adds an empty element, and a menu may only contain items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // The library's <header> would be a second banner landmark.
    Modal: {
      defaultProps: {
        centered: true,
        // Below the bar, where toasts are.
        yOffset: 'max(5dvh, var(--easy-dialog-offset))',
        overlayProps: { backgroundOpacity: 0.45 },
        attributes: { header: { role: 'none' } },
      },
      styles: { title: overTitle },
    },
    Drawer: {
      defaultProps: { attributes: { header: { role: 'none' } } },
      styles: { title: overTitle },
    },
    Paper: { defaultProps: { withBorder: true, p: 'md' } },
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
  },
});

/** Meaning of a state for the reader, independent of its colour. */
export const tones = ['neutral', 'info', 'progress', 'good', 'attention', 'bad'] as const;
export type Tone = (typeof tones)[number];

type Pair = { text: string; ground: string };
export const tonePairs: Record<'light' | 'dark', Record<Tone, Pair>> = {
  light: {
    neutral: { text: gray[8], ground: gray[1] },
    info: { text: blue[8], ground: blue[0] },
    progress: { text: petrol[8], ground: petrol[0] },
    good: { text: green[8], ground: green[0] },
    attention: { text: amber[8], ground: amber[0] },
    bad: { text: red[8], ground: red[0] },
  },
  dark: {
    neutral: { text: dark[0], ground: dark[6] },
    info: { text: blue[2], ground: '#14283f' },
    progress: { text: petrol[2], ground: '#0d2f33' },
    good: { text: green[2], ground: '#12301a' },
    attention: { text: amber[2], ground: '#3a2a0a' },
    bad: { text: red[2], ground: '#42170f' },
  },
};

export const surfaces = {
  light: { page: '#f3f6f6', panel: '#ffffff', text: '#1c2527', muted: '#566467', line: gray[2] },
  dark: { page: dark[9], panel: dark[8], text: '#e3eaea', muted: '#9eacae', line: dark[6] },
};

function variables(scheme: 'light' | 'dark'): Record<string, string> {
  const { page, panel, text, muted, line } = surfaces[scheme];
  const ofTones = tones.flatMap((tone) => [
    [`--easy-${tone}-text`, tonePairs[scheme][tone].text],
    [`--easy-${tone}-ground`, tonePairs[scheme][tone].ground],
  ]);
  return {
    '--mantine-color-body': panel,
    '--mantine-color-text': text,
    '--mantine-color-dimmed': muted,
    '--mantine-color-default-border': scheme === 'light' ? gray[3] : dark[5],
    '--mantine-color-placeholder': scheme === 'light' ? gray[6] : dark[2],
    '--mantine-color-error': scheme === 'light' ? red[7] : red[3],
    '--easy-page': page,
    '--easy-line': line,
    '--easy-hover': scheme === 'light' ? gray[1] : dark[7],
    '--easy-selected': scheme === 'light' ? petrol[0] : '#0f2d31',
    '--easy-accent': scheme === 'light' ? petrol[7] : petrol[4],
    '--easy-on-accent': scheme === 'light' ? '#ffffff' : dark[9],
    ...Object.fromEntries(ofTones),
  };
}

/** Size of all controls on bench screens: targets of at least 48 px. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--button-height-floor': '56px',
    '--button-padding-x-floor': '24px',
    '--input-height-floor': '56px',
    '--ai-size-floor': '56px',
    '--checkbox-size-floor': '28px',
    '--easy-rail': '224px',
    '--easy-rail-folded': '60px',
    '--easy-bar': '52px',
    /** The line of the bar that a phone keeps free for toasts; global.css gives it its height there. */
    '--easy-toasts': '0px',
    /** From a dialog to the upper and the lower edge of the window. */
    '--easy-dialog-offset': 'calc(var(--easy-bar) + 4px)',
    /** The notice of a lost connection on a phone. */
    '--easy-connection': '16px',
  },
  light: variables('light'),
  dark: variables('dark'),
});
