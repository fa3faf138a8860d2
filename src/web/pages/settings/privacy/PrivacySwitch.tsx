import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SettingsPrivacyFragment } from '../../../generated/graphql.ts'
import { useUpdatePrivacy } from './privacy.ts'

type Field = 'isBoopingEnabled' | 'hasSharedConnectionsOptOut' | 'hasDiscordFriendsOptOut' | 'isUnsubscribed'

interface PrivacySwitchProps {
  readonly viewer: SettingsPrivacyFragment
  readonly field: Field
  /** Whether the switch is on where the field is false. */
  readonly isInverse?: boolean
}

export function PrivacySwitch({ viewer, field, isInverse = false }: PrivacySwitchProps) {
  const { t } = useTranslation('settings')
  const update = useUpdatePrivacy(viewer)
  return (
    <Switch
      label={t(`privacy.${field}.label`)}
      description={t(`privacy.${field}.hint`)}
      checked={viewer[field] !== isInverse}
      onChange={({ currentTarget: { checked } }) => void update({ [field]: checked !== isInverse })}
    />
  )
}
