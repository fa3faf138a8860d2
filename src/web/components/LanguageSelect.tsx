import { type MantineSize, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, LANGUAGES } from '../texts.ts'

const NAMES = { en: 'English', de: 'Deutsch' }

interface LanguageSelectProps {
  /** Above it; without one it is named for screen readers alone. */
  readonly label?: string
  readonly size?: MantineSize
}

/** Chooses the language of the UI. Names are in the language itself. */
export function LanguageSelect({ label, size = 'xs' }: LanguageSelectProps) {
  const { t, i18n } = useTranslation()
  return (
    <NativeSelect
      size={size}
      {...(label ? { label } : { 'aria-label': t('language') })}
      value={i18n.language}
      data={LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
      onChange={({ currentTarget: { value } }) => {
        const language = LANGUAGES.find((one) => one === value)
        if (language) void chooseLanguage(language)
      }}
    />
  )
}
