import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The accent: with white text on shade 7 and as text on shade 0 its contrast is above 4.5. */
const plaza: MantineColorsTuple = [
  '#eef1ff',
  '#dbe2ff',
  '#b6c3ff',
  '#8fa2ff',
  '#6d85fb',
  '#5570f3',
  '#465fe6',
  '#3b51c9',
  '#3145a8',
  '#263684',
]

export const theme = createTheme({
  colors: { plaza },
  primaryColor: 'plaza',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  headings: { fontWeight: '650' },
  components: {
    // What is in them belongs to a landmark of the page, and nothing in them is without a role.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    // The page has a header of its own.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
  },
})

/** Subdued texts, errors, and texts on light colors have a contrast above 4.5, which those of the library have not. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5f6771',
    '--mantine-color-placeholder': '#6b737c',
    '--mantine-color-error': colors.red[9],
    '--mantine-color-green-light-color': '#1f6b2f',
    '--mantine-color-yellow-light-color': '#7a5200',
    '--mantine-color-orange-light-color': '#9a3b0a',
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[2],
    '--mantine-color-error': colors.red[4],
  },
})
