import { useComputedColorScheme } from '@mantine/core'
import type { CSSProperties } from 'react'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'

const THEME_COLORS = graphql(`
  fragment ThemeColors on ThemeColors {
    button
    icon
    subtext
  }
`)

/** Three colors, each of six hexadecimal digits. */
export interface Colors {
  readonly button: string
  readonly icon: string
  readonly subtext: string
}

/** What panels stand on. */
const GROUNDS = { light: 'ffffff', dark: '242424' } as const

/** What texts must have, and what pictures must, by WCAG 2.2. */
const TEXT_CONTRAST = 4.5
const PICTURE_CONTRAST = 3

/** Whether a text is six hexadecimal digits. */
const isColor = (text: string) => /^[\da-f]{6}$/i.test(text)

/** The share of light of a channel, two hexadecimal digits, as WCAG defines it. */
function lightOf(channel: string): number {
  const value = Number.parseInt(channel, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const luminanceOf = (color: string) =>
  0.2126 * lightOf(color.slice(0, 2)) + 0.7152 * lightOf(color.slice(2, 4)) + 0.0722 * lightOf(color.slice(4, 6))

/** From 1, for the same color, to 21, for black on white. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Black or white, whichever reads better on a color: at least one has a contrast of 4.5. */
const inkOn = (color: string) => (contrastOf(color, 'ffffff') >= TEXT_CONTRAST ? '#ffffff' : '#000000')

/** Styles in the colors of a theme; undefined for what would not be legible, and without a theme. */
export interface ThemeStyles {
  /** Of buttons. */
  readonly button: CSSProperties | undefined
  /** Color of icons. */
  readonly icon: string | undefined
  /** Color of lesser texts. */
  readonly subtext: string | undefined
}

const legible = (color: string, ground: string, contrast: number) =>
  isColor(color) && contrastOf(color, ground) >= contrast ? `#${color}` : undefined

/** How a profile looks in the colors of a theme, on pages in light or dark. */
export function themeStyles(colors: Colors | null | undefined, scheme: 'light' | 'dark'): ThemeStyles {
  if (!colors) return { button: undefined, icon: undefined, subtext: undefined }
  const { button, icon, subtext } = colors
  const ground = GROUNDS[scheme]
  const fill = `#${button}`
  return {
    button: isColor(button) ? { backgroundColor: fill, borderColor: fill, color: inkOn(button) } : undefined,
    icon: legible(icon, ground, PICTURE_CONTRAST),
    subtext: legible(subtext, ground, TEXT_CONTRAST),
  }
}

/** The styles of the theme that a profile wears. */
export function useThemeStyles(colors: FragmentType<typeof THEME_COLORS> | null | undefined): ThemeStyles {
  const scheme = useComputedColorScheme('light')
  return themeStyles(getFragmentData(THEME_COLORS, colors), scheme)
}
