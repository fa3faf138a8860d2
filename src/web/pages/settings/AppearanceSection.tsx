import { Input, SegmentedControl, Stack, useMantineColorScheme } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSelect } from '../../components/LanguageSelect.tsx'
import { Panel } from '../../components/Panel.tsx'
import { DevicePanel } from './DevicePanel.tsx'

const SCHEMES = ['light', 'dark', 'auto'] as const

/** How this browser shows the pages, and what it shows outside of them. */
export function AppearanceSection() {
  const { t } = useTranslation('settings')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const id = useId()
  return (
    <>
      <Panel title={t('appearance.title')}>
        <Stack gap="md" maw={420}>
          <LanguageSelect label={t('appearance.language')} size="sm" />
          <Input.Wrapper label={t('appearance.colors')} labelElement="div" labelProps={{ id }}>
            <SegmentedControl
              fullWidth
              aria-labelledby={id}
              value={colorScheme}
              data={SCHEMES.map((value) => ({ value, label: t(`appearance.schemes.${value}`) }))}
              onChange={(value) => setColorScheme(SCHEMES.find((one) => one === value) ?? 'auto')}
            />
          </Input.Wrapper>
        </Stack>
      </Panel>
      <DevicePanel />
    </>
  )
}
