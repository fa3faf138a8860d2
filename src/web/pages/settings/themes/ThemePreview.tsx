import { Box, Group, Paper, Text } from '@mantine/core'
import { IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Colors, themeStyles } from '../../../components/people/themeColors.ts'

interface ThemePreviewProps {
  readonly colors: Colors
  /** Of the person, as their profile shows it. */
  readonly displayName: string
}

const SCHEMES = ['light', 'dark'] as const
const LOOKS = {
  light: { backgroundColor: '#ffffff', color: '#1f1f1f', dimmed: '#5f6771' },
  dark: { backgroundColor: '#242424', color: '#e9e9e9', dimmed: '#b8b8b8' },
} as const

/** A profile in the colors of a theme, as others see it on light and on dark pages. */
export const ThemePreview = ({ colors, displayName }: ThemePreviewProps) => (
  <Group gap="xs" grow wrap="nowrap" preventGrowOverflow={false}>
    {SCHEMES.map((scheme) => (
      <Sample key={scheme} colors={colors} displayName={displayName} scheme={scheme} />
    ))}
  </Group>
)

function Sample({ colors, displayName, scheme }: ThemePreviewProps & { readonly scheme: 'light' | 'dark' }) {
  const { t } = useTranslation('settings')
  const styles = themeStyles(colors, scheme)
  const { dimmed, ...look } = LOOKS[scheme]
  return (
    <Paper withBorder radius="md" p="xs" miw={0} style={look} role="img" aria-label={t(`themes.preview.${scheme}`)}>
      <Group gap={6} wrap="nowrap" aria-hidden>
        <IconStarFilled size={16} color={styles.icon ?? dimmed} style={{ flexShrink: 0 }} />
        <Text size="sm" fw={600} truncate c="inherit">
          {displayName}
        </Text>
      </Group>
      <Text size="xs" c={styles.subtext ?? dimmed} aria-hidden>
        {t('themes.preview.subtext')}
      </Text>
      <Box style={{ ...SAMPLE_BUTTON, ...styles.button }} aria-hidden>
        {t('themes.preview.button')}
      </Box>
    </Paper>
  )
}

/** Looks like a button, but nobody can press it. */
const SAMPLE_BUTTON = {
  display: 'inline-block',
  marginTop: 6,
  padding: '2px 10px',
  borderRadius: 'var(--mantine-radius-md)',
  fontSize: 'var(--mantine-font-size-xs)',
  fontWeight: 600,
}
