import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import type { SettingsThemesFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { SETTINGS_THEMES, THEME_CHANGES, THEMES } from './documents.ts'
import { ThemeCard } from './ThemeCard.tsx'
import { NewThemeDialog } from './ThemeDialogs.tsx'

/** Themes that one person can have. */
const MOST = 10

/** Colors of one’s own for the profile: themes, one of which it can wear. */
export function ThemesSection() {
  const { t } = useTranslation('settings')
  useLive(THEME_CHANGES, {})
  const { data, refusal, isLoading, reload } = usePanel(THEMES, {})
  const viewer = getFragmentData(SETTINGS_THEMES, data?.viewer)
  return (
    <Panel
      title={t('themes.title')}
      aside={
        viewer && (
          <Text size="sm" role="status">
            {t('themes.count', { count: viewer.profileThemes.length, most: MOST })}
          </Text>
        )
      }
      isLoading={isLoading && !viewer}
      refusal={refusal}
      onRetry={reload}
      empty={!viewer}
    >
      {viewer && <Themes viewer={viewer} />}
    </Panel>
  )
}

function Themes({ viewer: { profileThemes, user } }: { readonly viewer: SettingsThemesFragment }) {
  const { t } = useTranslation('settings')
  const [isMaking, setMaking] = useState(false)
  const isFull = profileThemes.length >= MOST
  return (
    <>
      <Text size="sm" c="dimmed">
        {t(profileThemes.length === 0 ? 'themes.empty' : 'themes.hint')}
      </Text>
      <SimpleGrid component="ul" className="plainList" cols={{ base: 1, sm: 2 }} spacing="md">
        {profileThemes.map((theme) => (
          <li key={theme.id}>
            <ThemeCard theme={theme} displayName={user.displayName} />
          </li>
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <Button variant="light" disabled={isFull} onClick={() => setMaking(true)}>
          {t('themes.new')}
        </Button>
        {isFull && <Text size="sm">{t('themes.full')}</Text>}
      </Group>
      {isMaking && <NewThemeDialog displayName={user.displayName} onClose={() => setMaking(false)} />}
    </>
  )
}
