import type { SettingsThemeFragment } from '../../../generated/graphql.ts'

export const COLOR_FIELDS = ['buttonColor', 'iconColor', 'subtextColor'] as const

/** A theme as its form has it; colors are six hexadecimal digits after a #. */
export const valuesOf = ({ name, buttonColor, iconColor, subtextColor }: SettingsThemeFragment) => ({
  name,
  buttonColor: `#${buttonColor}`,
  iconColor: `#${iconColor}`,
  subtextColor: `#${subtextColor}`,
})
export type ThemeValues = ReturnType<typeof valuesOf>

/** What a new theme begins with; its texts are legible on light pages. */
export const NEW_THEME: ThemeValues = {
  name: '',
  buttonColor: '#3b51c9',
  iconColor: '#5570f3',
  subtextColor: '#6b7280',
}

/** The colors as profiles have them. */
export const colorsOf = ({ buttonColor, iconColor, subtextColor }: Omit<ThemeValues, 'name'>) => ({
  button: buttonColor.replace('#', ''),
  icon: iconColor.replace('#', ''),
  subtext: subtextColor.replace('#', ''),
})
