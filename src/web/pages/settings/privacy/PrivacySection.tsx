import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { AvatarCopyingSwitch } from './AvatarCopyingSwitch.tsx'
import { FilterSwitch } from './FilterSwitch.tsx'
import { PrivacySwitch } from './PrivacySwitch.tsx'
import { CONTENT_FILTERS, SETTINGS_PRIVACY, useUpdatePrivacy } from './privacy.ts'

const PRIVACY = graphql(`
  query SettingsPrivacySwitches {
    viewer {
      ...SettingsPrivacy
    }
  }
`)

const CHANGES = graphql(`
  subscription SettingsPrivacyChanges($initial: Boolean) {
    viewerChanged(initial: $initial) {
      ...SettingsPrivacy
    }
  }
`)

/** Who can reach the person and see what, and what the person wants to see. Each switch works at once. */
export function PrivacySection() {
  const { t } = useTranslation('settings')
  useLive(CHANGES, {})
  const update = useUpdatePrivacy()
  const { data, refusal, isLoading, reload } = usePanel(PRIVACY, {})
  const viewer = getFragmentData(SETTINGS_PRIVACY, data?.viewer)
  const panel = { isLoading: isLoading && !viewer, onRetry: reload, empty: !viewer }
  return (
    <>
      <Panel title={t('privacy.others')} refusal={refusal} {...panel}>
        {viewer && (
          <Stack gap="md">
            <PrivacySwitch viewer={viewer} field="isBoopingEnabled" update={update} />
            <PrivacySwitch viewer={viewer} field="hasSharedConnectionsOptOut" update={update} />
            <PrivacySwitch viewer={viewer} field="hasDiscordFriendsOptOut" update={update} />
            <AvatarCopyingSwitch user={viewer.user} />
          </Stack>
        )}
      </Panel>
      <Panel title={t('privacy.content')} {...panel}>
        {viewer && (
          <Stack gap="md">
            {CONTENT_FILTERS.map((filter) => (
              <FilterSwitch key={filter} viewer={viewer} filter={filter} update={update} />
            ))}
          </Stack>
        )}
      </Panel>
      <Panel title={t('privacy.mails')} {...panel}>
        {viewer && <PrivacySwitch viewer={viewer} field="isUnsubscribed" update={update} isInverse />}
      </Panel>
    </>
  )
}
