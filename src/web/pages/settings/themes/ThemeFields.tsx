import { Alert, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { themeStyles } from '../../../components/people/themeColors.ts'
import { COLOR_FIELDS, colorsOf, type ThemeValues } from './colors.ts'
import { ThemePreview } from './ThemePreview.tsx'

interface ThemeFieldsProps {
  readonly form: Pick<UseFormReturnType<ThemeValues>, 'getInputProps' | 'values'>
  readonly displayName: string
}

/** The fields of a theme, and how it looks. */
export function ThemeFields({ form, displayName }: ThemeFieldsProps) {
  const { t } = useTranslation('settings')
  const colors = colorsOf(form.values)
  const looks = [themeStyles(colors, 'light'), themeStyles(colors, 'dark')]
  // No color of texts reads on light pages and on dark ones alike.
  const isLegible = looks.some(({ icon }) => icon) && looks.some(({ subtext }) => subtext)
  return (
    <Stack gap="sm">
      <TextInput
        label={t('themes.fields.name')}
        description={t('themes.nameHint')}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {COLOR_FIELDS.map((field) => (
          // The browser’s own picker: it costs nothing, and works by keyboard and on phones.
          <TextInput key={field} type="color" label={t(`themes.fields.${field}`)} {...form.getInputProps(field)} />
        ))}
      </SimpleGrid>
      <ThemePreview colors={colors} displayName={displayName} />
      {!isLegible && (
        <Alert color="yellow" variant="light" p="xs" role="status">
          {t('themes.illegible')}
        </Alert>
      )}
    </Stack>
  )
}
